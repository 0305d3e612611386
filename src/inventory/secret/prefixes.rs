//! Prefixes that vendors put on their tokens; one row each.

/// The characters of a token after its prefix.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Alphabet {
    /// Letters and digits.
    Alnum,
    /// Letters, digits, `_` and `-`.
    Word,
    /// Letters, digits and `_-.+/=$:`.
    Wide,
    /// Hexadecimal digits.
    Hex,
    /// Capitals and digits.
    Upper,
}

impl Alphabet {
    fn has(self, b: u8) -> bool {
        match self {
            Alphabet::Alnum => b.is_ascii_alphanumeric(),
            Alphabet::Word => b.is_ascii_alphanumeric() || b == b'_' || b == b'-',
            Alphabet::Wide => b.is_ascii_alphanumeric() || b"_-.+/=$:".contains(&b),
            Alphabet::Hex => b.is_ascii_hexdigit(),
            Alphabet::Upper => b.is_ascii_uppercase() || b.is_ascii_digit(),
        }
    }
}

/// One kind of token.
pub(super) struct Prefix {
    /// What it starts with.
    pub(super) text: &'static str,
    /// How many characters follow at least.
    pub(super) least: usize,
    /// Which characters follow.
    pub(super) alphabet: Alphabet,
    /// Whether a digit or capital must be among them (prefixes that words may start with too).
    pub(super) mixed: bool,
    /// A fake that the row must catch.
    #[cfg(test)]
    pub(super) fake: &'static str,
}

macro_rules! prefixes {
    ($($text:literal $least:literal $alphabet:ident $mixed:literal $fake:literal)*) => {
        &[$(Prefix {
            text: $text,
            least: $least,
            alphabet: Alphabet::$alphabet,
            mixed: $mixed,
            #[cfg(test)]
            fake: $fake,
        }),*]
    };
}

/// Every known prefix: text, least length of the rest, alphabet, whether it must be mixed, a fake.
pub(super) const PREFIXES: &[Prefix] = prefixes! {
    "ghp_" 16 Alnum false "ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000"
    "gho_" 16 Alnum false "gho_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000"
    "ghu_" 16 Alnum false "ghu_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000"
    "ghs_" 16 Alnum false "ghs_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000"
    "ghr_" 16 Alnum false "ghr_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000"
    "github_pat_" 16 Word false "github_pat_FAKE000000000000000000_FAKEfake"
    "glpat-" 16 Word false "glpat-FAKEfakeFAKEfake0000"
    "gldt-" 16 Word false "gldt-FAKEfakeFAKEfake0000"
    "glrt-" 16 Word false "glrt-FAKEfakeFAKEfake0000"
    "sk-" 16 Word true "sk-FAKEfakeFAKEfakeFAKEfake0000"
    "sk-ant-" 16 Word false "sk-ant-api03-FAKEfakeFAKEfakeFAKEfake"
    "sk_live_" 12 Alnum false "sk_live_FAKEfakeFAKEfake0000"
    "sk_test_" 12 Alnum false "sk_test_FAKEfakeFAKEfake0000"
    "rk_live_" 12 Alnum false "rk_live_FAKEfakeFAKEfake0000"
    "rk_test_" 12 Alnum false "rk_test_FAKEfakeFAKEfake0000"
    "whsec_" 16 Wide false "whsec_FAKEfakeFAKEfakeFAKEfake0000"
    "xoxb-" 10 Word true "xoxb-000000000000-FAKEfakeFAKEfake"
    "xoxp-" 10 Word true "xoxp-000000000000-FAKEfakeFAKEfake"
    "xoxa-" 10 Word true "xoxa-000000000000-FAKEfakeFAKEfake"
    "xoxd-" 10 Wide true "xoxd-FAKEfakeFAKEfake0000"
    "xoxc-" 10 Word true "xoxc-000000000000-FAKEfakeFAKEfake"
    "xoxe." 10 Wide true "xoxe.xoxp-1-FAKEfakeFAKEfake"
    "xapp-" 10 Word true "xapp-1-A0FAKE-000000000000-FAKEfake"
    "AKIA" 16 Upper false "AKIAFAKEFAKEFAKEFAKE"
    "ASIA" 16 Upper false "ASIAFAKEFAKEFAKEFAKE"
    "AIza" 30 Word false "AIzaFAKEfakeFAKEfakeFAKEfakeFAKEfake000"
    "ya29." 16 Word false "ya29.FAKEfakeFAKEfakeFAKEfake"
    "GOCSPX-" 16 Word false "GOCSPX-FAKEfakeFAKEfakeFAKE"
    "1//0" 20 Word false "1//0FAKEfakeFAKEfakeFAKEfake"
    "ntn_" 20 Alnum false "ntn_FAKE00000000FAKEfakeFAKEfake00"
    "secret_" 24 Alnum true "secret_FAKEfakeFAKEfakeFAKEfake0000"
    "lin_api_" 16 Alnum false "lin_api_FAKEfakeFAKEfakeFAKEfake"
    "lin_oauth_" 16 Alnum false "lin_oauth_FAKEfakeFAKEfakeFAKEfake"
    "figd_" 16 Word false "figd_FAKEfakeFAKEfakeFAKEfake"
    "npm_" 30 Alnum false "npm_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000"
    "pypi-" 40 Word true "pypi-FAKEfakeFAKEfakeFAKEfakeFAKEfakeFAKEfake00"
    "dckr_pat_" 16 Word false "dckr_pat_FAKEfakeFAKEfakeFAKEfake"
    "hf_" 20 Alnum false "hf_FAKEfakeFAKEfakeFAKEfakeFAKE00"
    "SG." 30 Wide true "SG.FAKEfakeFAKEfake0000.FAKEfakeFAKEfake0000"
    "eyJ" 20 Wide true "eyJhbGciOiJGQUtFIn0.eyJmYWtlIjoiRkFLRSJ9.FAKEfakeFAKE"
    "ATATT3" 20 Wide false "ATATT3FAKEfakeFAKEfakeFAKEfake"
    "ATCTT3" 20 Wide false "ATCTT3FAKEfakeFAKEfakeFAKEfake"
    "shpat_" 20 Hex false "shpat_fa4e0000fa4e0000fa4e0000fa4e0000"
    "shpss_" 20 Hex false "shpss_fa4e0000fa4e0000fa4e0000fa4e0000"
    "dop_v1_" 20 Hex false "dop_v1_fa4e0000fa4e0000fa4e0000fa4e0000"
    "dapi" 30 Hex false "dapifa4e0000fa4e0000fa4e0000fa4e0000"
    "pat-na1-" 20 Word false "pat-na1-00000000-FAKE-0000-0000-fake00000000"
    "sbp_" 20 Alnum false "sbp_FAKEfakeFAKEfakeFAKEfake"
    "sb_secret_" 10 Word false "sb_secret_FAKEfakeFAKEfake"
    "pplx-" 20 Alnum false "pplx-FAKEfakeFAKEfakeFAKEfake"
    "tvly-" 16 Word true "tvly-dev-FAKEfakeFAKEfake"
    "fc-" 20 Alnum true "fc-fake0000fake0000fake0000fake0000"
    "BSA" 24 Word true "BSAFAKEfakeFAKEfakeFAKEfake0000"
    "gsk_" 20 Alnum false "gsk_FAKEfakeFAKEfakeFAKEfakeFAKE"
    "xai-" 20 Alnum true "xai-FAKEfakeFAKEfakeFAKEfakeFAKE"
    "r8_" 20 Alnum false "r8_FAKEfakeFAKEfakeFAKEfake"
    "nvapi-" 20 Word false "nvapi-FAKEfakeFAKEfakeFAKEfake"
    "pcsk_" 20 Word false "pcsk_FAKEfakeFAKEfakeFAKEfake"
    "sntrys_" 16 Wide false "sntrys_FAKEfakeFAKEfakeFAKEfake"
    "sntryu_" 16 Alnum false "sntryu_FAKEfakeFAKEfakeFAKEfake"
    "ctx7sk-" 16 Word false "ctx7sk-FAKEfake-FAKE-fake-0000"
    "PMAK-" 20 Word false "PMAK-FAKEfake0000FAKEfake0000"
    "hvs." 20 Word false "hvs.FAKEfakeFAKEfakeFAKEfake"
    "sq0csp-" 16 Word false "sq0csp-FAKEfakeFAKEfakeFAKEfake"
    "EAAC" 20 Alnum true "EAACFAKEfakeFAKEfake0000"
    "key-" 32 Hex false "key-fa4e0000fa4e0000fa4e0000fa4e0000"
    "phx_" 20 Alnum false "phx_FAKEfakeFAKEfakeFAKEfake"
    "dt0c01." 20 Wide false "dt0c01.FAKEFAKEFAKEFAKE0000.FAKE0000"
    "AGE-SECRET-KEY-1" 16 Upper false "AGE-SECRET-KEY-1FAKEFAKEFAKEFAKEFAKE"
    "$2a$" 16 Wide false "$2a$10$FAKEfakeFAKEfakeFAKEfake"
    "$2b$" 16 Wide false "$2b$10$FAKEfakeFAKEfakeFAKEfake"
    "$2y$" 16 Wide false "$2y$10$FAKEfakeFAKEfakeFAKEfake"
    "$argon2" 16 Wide false "$argon2id$v=19$FAKEfakeFAKE"
    "$6$" 16 Wide false "$6$FAKEfake$FAKEfakeFAKEfake"
    "{SHA}" 16 Wide false "{SHA}FAKEfakeFAKEfakeFAKE="
    "-----BEGIN" 0 Wide false "-----BEGIN PRIVATE KEY-----"
};

impl Prefix {
    /// Tells whether a text that follows the prefix goes on like such a token.
    fn goes_on(&self, rest: &str) -> bool {
        let length = rest.bytes().take_while(|b| self.alphabet.has(*b)).count();
        let token = &rest.as_bytes()[..length];
        length >= self.least
            && (!self.mixed
                || token
                    .iter()
                    .any(|b| !b.is_ascii_lowercase() && *b != b'-' && *b != b'_'))
    }
}

/// Tells whether a text starts with a known prefix and goes on like such a token; longer prefixes count anywhere
/// (`-eghp_...`).
pub(super) fn is_token(text: &str) -> bool {
    // most texts do not even hold the characters of a prefix; setting up a search costs more than to look that up
    let mut holds = [false; 256];
    for byte in text.bytes() {
        holds[usize::from(byte)] = true;
    }
    PREFIXES.iter().any(|prefix| {
        if text.len() < prefix.text.len() + prefix.least {
            return false;
        }
        if prefix.text.len() < 4 {
            return text
                .strip_prefix(prefix.text)
                .is_some_and(|rest| prefix.goes_on(rest));
        }
        (prefix.text.bytes()).all(|byte| holds[usize::from(byte)])
            && (text.match_indices(prefix.text))
                .any(|(at, _)| prefix.goes_on(&text[at + prefix.text.len()..]))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_catches_its_fake() {
        for prefix in PREFIXES {
            assert!(prefix.fake.starts_with(prefix.text), "{}", prefix.text);
            assert!(is_token(prefix.fake), "{}", prefix.fake);
        }
        assert!(PREFIXES.len() > 40);
    }

    #[test]
    fn words_that_start_alike_are_no_tokens() {
        for word in [
            "sk-learn-server-for-mcp",
            "npm_config_registry",
            "fc-cache",
            "key-value-store-server",
            "hf_hub",
            "secret_santa_planner",
            "pypi-query-mcp-server",
            "BSA",
            "EAACH",
            "dapi-server",
        ] {
            assert!(!is_token(word), "{word}");
        }
    }
}
