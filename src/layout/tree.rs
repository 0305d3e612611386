//! The slicing tree: frames as blocks, each with columns of boxes and inner blocks.

use std::collections::BTreeMap;
use std::rc::Rc;

/// What stands in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Item {
    Node(usize),
    Block(usize),
}

/// A frame's content, or the picture's (the root, without a frame).
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Block {
    pub(super) frame: Option<usize>,
    /// The block and column around it.
    pub(super) parent: Option<(usize, usize)>,
    pub(super) columns: Vec<Vec<Item>>,
    /// The column whose model calls down a bus left of the boxes, and that model.
    pub(super) spine: Option<(usize, usize)>,
}

/// How a candidate arranges things.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one choice of the arrangement"
)]
pub(super) struct Shape {
    /// Model above its clients instead of left of them.
    pub(super) tall_hosts: bool,
    /// What local servers use stands under them instead of right of them.
    pub(super) tall_users: bool,
    /// A provider's boxes in one column.
    pub(super) tall_providers: bool,
    /// What providers lead to stands under them instead of right of them.
    pub(super) tall_network: bool,
    /// Bands of hosts side by side inside an OS user.
    pub(super) bands: usize,
    /// Columns of providers.
    pub(super) provider_columns: usize,
    /// Isolated servers hang below the OS user instead of right of it.
    pub(super) hang_isolation: bool,
    /// Providers hang below the machine instead of right of it.
    pub(super) hang_network: bool,
    /// Straight runs may cost some height.
    pub(super) level: bool,
    /// Chains of servers stand side by side in the order of `irregular`.
    pub(super) woven: bool,
}

/// The tree, with the place of every node.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Tree {
    /// The root is the first.
    pub(super) blocks: Vec<Block>,
    /// Block and column of each node.
    pub(super) node_at: Vec<(usize, usize)>,
    /// Frame to block.
    pub(super) block_of: Vec<usize>,
    /// Row key of each node: where callers and what they call come to lie side by side.
    pub(super) key: Rc<Vec<f64>>,
    /// Items that hang below a block of their column, with the strip whose wires go down to them.
    pub(super) hung: BTreeMap<Item, (usize, usize)>,
    /// Row keys of what each block holds.
    pub(super) spans: Vec<Span>,
    /// Blocks side by side whose upper sides are level: hosts of one grid row.
    pub(super) level: Vec<(usize, usize)>,
}

/// Row keys of what an item holds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) mean: f64,
    pub(super) high: f64,
}

impl Tree {
    /// Returns the row keys of what an item holds.
    pub(super) fn span(&self, item: Item) -> Span {
        match item {
            Item::Node(n) => Span {
                low: self.key[n],
                mean: self.key[n],
                high: self.key[n],
            },
            Item::Block(b) => self.spans[b],
        }
    }

    /// Computes the spans of all blocks, inner ones first.
    pub(super) fn measure_spans(&mut self) {
        let count = self.blocks.len();
        self.spans = vec![
            Span {
                low: f64::MAX,
                mean: f64::MAX,
                high: f64::MAX
            };
            count
        ];
        let mut sums = vec![(0.0, 0.0); count];
        for b in (0..count).rev() {
            let (mut low, mut high, mut sum) = (f64::MAX, f64::MIN, (0.0, 0.0));
            for &item in self.blocks[b].columns.iter().flatten() {
                let (l, h, (s, n)) = match item {
                    Item::Node(n) => (self.key[n], self.key[n], (self.key[n], 1.0)),
                    Item::Block(i) => (self.spans[i].low, self.spans[i].high, sums[i]),
                };
                if n > 0.0 {
                    low = f64::min(low, l);
                    high = f64::max(high, h);
                    sum = (sum.0 + s, sum.1 + n);
                }
            }
            sums[b] = sum;
            if sum.1 > 0.0 {
                let mean = sum.0 / sum.1;
                self.spans[b] = Span { low, mean, high };
            }
        }
    }

    /// Returns the blocks around a place, innermost first, each with the column that leads to it.
    pub(super) fn way_up(&self, at: (usize, usize)) -> impl Iterator<Item = (usize, usize)> {
        std::iter::successors(Some(at), |&(block, _)| self.blocks[block].parent)
    }
}
