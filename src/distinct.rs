//! Lists without repetitions, in the order of first mention; the work grows with the list, not with its square.

use std::collections::BTreeSet;

/// Adds the items that a list does not hold yet, each of them once.
pub(crate) fn extend<T: Ord + Clone>(list: &mut Vec<T>, items: impl IntoIterator<Item = T>) {
    let mut items = items.into_iter().peekable();
    if items.peek().is_none() {
        return;
    }
    let mut seen: BTreeSet<T> = list.iter().cloned().collect();
    list.extend(items.filter(|item| seen.insert(item.clone())));
}

/// Takes away every item whose key an earlier one has.
pub(crate) fn by<T, K: Ord>(list: &mut Vec<T>, key: impl Fn(&T) -> K) {
    if list.len() > 1 {
        let mut seen = BTreeSet::new();
        list.retain(|item| seen.insert(key(item)));
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_of_equal_items_stays_in_its_place() {
        let mut list = vec![3, 1];
        super::extend(&mut list, [1, 2, 3, 2]);
        assert_eq!(list, [3, 1, 2]);
        let mut words = vec!["ab", "b", "ac"];
        super::by(&mut words, |word| word.as_bytes()[0]);
        assert_eq!(words, ["ab", "b"]);
    }
}
