//! How `resource` of protected-resource metadata fits the URL that was asked.

use url::Url;

use crate::probe::ResourceMatch;

/// Compares as written first, then as URLs; `asked` is the text of the URL that was asked.
pub(super) fn fit(resource: &str, asked: &str) -> ResourceMatch {
    if resource == asked {
        return ResourceMatch::Identical;
    }
    let (Ok(resource), Ok(asked)) = (Url::parse(resource), Url::parse(asked)) else {
        return ResourceMatch::Mismatch;
    };
    if resource == asked {
        return ResourceMatch::IdenticalNormalised;
    }
    let no_slash = |url: &Url| url.path().trim_end_matches('/').to_owned();
    let same_rest = resource.origin() == asked.origin() && resource.fragment().is_none();
    if !same_rest {
        return ResourceMatch::Mismatch;
    }
    let (above, below) = (no_slash(&resource), no_slash(&asked));
    if above == below && resource.query() == asked.query() {
        return ResourceMatch::IdenticalNormalised;
    }
    let prefix = below == above || below.starts_with(&format!("{above}/"));
    if prefix && resource.query().is_none() {
        ResourceMatch::Covers
    } else {
        ResourceMatch::Mismatch
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_grades_and_the_spelling() {
        let asked = "https://mcp.example.com/public/mcp";
        let table = [
            ("https://mcp.example.com/public/mcp", asked, "Identical"),
            (
                "https://mcp.example.com",
                "https://mcp.example.com",
                "Identical",
            ),
            (
                "https://mcp.example.com/",
                "https://mcp.example.com",
                "IdenticalNormalised",
            ),
            (
                "https://MCP.example.com:443/public/mcp",
                asked,
                "IdenticalNormalised",
            ),
            (
                "https://mcp.example.com/public/mcp/",
                asked,
                "IdenticalNormalised",
            ),
            ("https://mcp.example.com/public", asked, "Covers"),
            ("https://mcp.example.com", asked, "Covers"),
            ("https://mcp.example.com/pub", asked, "Mismatch"),
            ("https://mcp.example.com/public/mcp/more", asked, "Mismatch"),
            ("http://mcp.example.com/public/mcp", asked, "Mismatch"),
            ("https://mcp.example.com:8443/public/mcp", asked, "Mismatch"),
            ("https://other.example/mcp", asked, "Mismatch"),
            ("https://mcp.example.com/public/mcp?x=1", asked, "Mismatch"),
            (
                "https://mcp.example.com/mcp",
                "https://mcp.example.com/mcp?tenant=a",
                "Covers",
            ),
            ("urn:mcp", asked, "Mismatch"),
            ("", asked, "Mismatch"),
        ];
        for (resource, asked, expected) in table {
            assert_eq!(
                format!("{:?}", fit(resource, asked)),
                expected,
                "{resource} for {asked}"
            );
        }
    }
}
