//! Shapes of secrets: known prefixes, passwords in addresses, identifiers, and random-looking words as a tie-breaker.

use super::prefixes::is_token;

/// What the shape of a text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Shape {
    /// Reads like words.
    Plain,
    /// An identifier (UUID, long hexadecimal number): never shown, but not by itself a credential.
    Opaque,
    /// A token, key or password.
    Token,
}

/// Judges a text by the most suspicious of its words.
pub(crate) fn shape(text: &str) -> Shape {
    if has_userinfo_password(text) || has_scheme_word(text) || text.contains("-----BEGIN") {
        return Shape::Token;
    }
    let mut worst = Shape::Plain;
    for word in text.split(is_space_or_quote) {
        worst = worst.max(shape_of_word(word));
        for piece in pieces(word).filter(|piece| piece.len() < word.len()) {
            worst = worst.max(shape_of_word(piece));
        }
    }
    worst
}

/// Splits a word at the signs that stand between the parts of addresses, assignments and lists.
pub(crate) fn pieces(word: &str) -> impl Iterator<Item = &str> {
    word.split(|c: char| is_space_or_quote(c) || "/\\:@,;=?&#()[]{}|<>!".contains(c))
        .filter(|piece| !piece.is_empty())
}

fn is_space_or_quote(c: char) -> bool {
    c.is_whitespace() || c == '"' || c == '\'' || c == '`'
}

/// A key in base64 that has `/` or `+` in it: judged without the signs.
fn is_base64_key(word: &str) -> bool {
    let known = word
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"/+=".contains(&b));
    if !known || word.len() < 32 || word.starts_with('/') || !word.contains(['/', '+']) {
        return false;
    }
    let run: String = word.chars().filter(char::is_ascii_alphanumeric).collect();
    let classes = Classes::of(&run);
    classes.upper > 2 && classes.lower > 2 && classes.digit > 0 && common_share(&run) < 58
}

fn shape_of_word(word: &str) -> Shape {
    if is_token(word) || looks_random(word) || is_base64_key(word) {
        Shape::Token
    } else if is_uuid(word) || is_long_hex(word) {
        Shape::Opaque
    } else {
        Shape::Plain
    }
}

/// `scheme://user:password@host`.
fn has_userinfo_password(text: &str) -> bool {
    text.split_once("://").is_some_and(|(_, rest)| {
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let rest = &rest[..end];
        rest.rfind('@').is_some_and(|at| {
            let info = &rest[..at];
            let authority = !info.contains(['/', '?', '#']) || info.find(':') < info.find('/');
            info.split_once(':').is_some_and(|(_, password)| {
                !password.is_empty() && !password.starts_with("${") && authority
            })
        })
    })
}

/// `Bearer x`, `Basic x` with something that is no variable and no prose.
fn has_scheme_word(text: &str) -> bool {
    ["bearer ", "basic "].iter().any(|scheme| {
        let starts = text
            .get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme));
        starts && {
            let rest = text[scheme.len()..].trim();
            !rest.contains(char::is_whitespace)
                && !rest.starts_with(['$', '{', '%', '<'])
                && rest.len() >= 8
                && rest.bytes().any(|b| !b.is_ascii_lowercase())
        }
    })
}

/// `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx`.
fn is_uuid(word: &str) -> bool {
    word.len() == 36
        && word.bytes().enumerate().all(|(i, b)| match i {
            8 | 13 | 18 | 23 => b == b'-',
            _ => b.is_ascii_hexdigit(),
        })
}

/// 32 or more hexadecimal digits.
fn is_long_hex(word: &str) -> bool {
    let word = word.strip_prefix("0x").unwrap_or(word);
    word.len() >= 32
        && word.bytes().all(|b| b.is_ascii_hexdigit())
        && word.bytes().any(|b| b.is_ascii_digit())
}

/// Tells whether a word looks random; names, versions, paths and prose do not.
fn looks_random(word: &str) -> bool {
    if word.len() < 20 || !word.is_ascii() || is_uuid(word) || is_long_hex(word) {
        return false;
    }
    let classes = Classes::of(word);
    if word
        .split(|c: char| !c.is_ascii_alphanumeric())
        .any(is_random_run)
    {
        return true;
    }
    // Base64url text with signs in it: judged as a whole, but only with capitals and digits mixed in.
    let known = word
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || b"_-+=~".contains(&b));
    known
        && word.len() >= 24
        && classes.upper > 1
        && classes.lower > 1
        && classes.digit > 1
        && common_share(word) < 45
}

/// A run of 20 or more letters and digits without a sign in between.
fn is_random_run(run: &str) -> bool {
    if run.len() < 20 {
        return false;
    }
    // The same letter or two over and over are no token; a number may be one.
    let distinct: std::collections::BTreeSet<u8> = run.bytes().collect();
    let letters = run.bytes().all(|b| b.is_ascii_alphabetic());
    if letters && distinct.len() < 3 {
        return false;
    }
    let classes = Classes::of(run);
    let share = common_share(run);
    if classes.digit == 0 {
        let mixed = classes.upper > 1 && classes.lower > 1;
        return share < if mixed { 45 } else { 35 };
    }
    if classes.upper + classes.lower == 0 {
        return run.len() >= 24;
    }
    share < 50 || classes.digit_borders * 4 >= run.len()
}

/// How many characters of each class, and how often letters and digits meet.
#[derive(Default)]
pub(super) struct Classes {
    pub(super) upper: usize,
    pub(super) lower: usize,
    pub(super) digit: usize,
    pub(super) digit_borders: usize,
}

impl Classes {
    pub(super) fn of(text: &str) -> Self {
        let mut classes = Self::default();
        let mut before: Option<bool> = None;
        for b in text.bytes() {
            match b {
                b'A'..=b'Z' => classes.upper += 1,
                b'a'..=b'z' => classes.lower += 1,
                b'0'..=b'9' => classes.digit += 1,
                _ => {
                    before = None;
                    continue;
                }
            }
            let digit = b.is_ascii_digit();
            classes.digit_borders += usize::from(before.is_some_and(|b| b != digit));
            before = Some(digit);
        }
        classes
    }
}

/// Letter pairs that are frequent in English and in names of programs.
const COMMON: &str = "\
abacadafagahaiakalamanaoapaqarasatauavawayazbabebibobrbublcacecichckclcocrctcudadedidodrducsdbdsddgdoc\
eaebecedeeefegeielemeneoepeqereseteuevexeyewfafefifoflfrftfugegigoglgrgugahahehihohthuiaibicidieifigikilim\
inioipirisitivizjajejojukekikslalaldleliltlolulylllsmamemimommmpmumsnanandnenginonsntnunnncnknpnsoaobocodof\
ogohoiokolomonooopororosotouovowoxpapepiplpopppirprptpuphquraraercrdrerirkrlrmrnrorprrrsrtrurysascseshsisksl\
smsnsospssstsusysqtatetithtotptrtststtutytweubudufuguiulumunupurusutvavevivowawewhwiwowrwnwsxiyoypysytzezo\
hphymcdgdirvernvgiphtmlapicp";

/// The letters that follow each letter in common pairs, as bits.
const FOLLOWERS: [u32; 26] = {
    let mut followers = [0; 26];
    let pairs = COMMON.as_bytes();
    let mut at = 0;
    while at + 1 < pairs.len() {
        followers[(pairs[at] - b'a') as usize] |= 1 << (pairs[at + 1] - b'a');
        at += 2;
    }
    followers
};

/// Share of letter pairs, in percent, that are common; 100 where there are none.
fn common_share(text: &str) -> usize {
    let letter = |b: u8| usize::from(b.to_ascii_lowercase().wrapping_sub(b'a'));
    let (mut all, mut common) = (0_usize, 0_usize);
    for pair in text.as_bytes().windows(2) {
        let (first, second) = (letter(pair[0]), letter(pair[1]));
        if let Some(followers) = FOLLOWERS.get(first)
            && second < FOLLOWERS.len()
        {
            all += 1;
            common += usize::from(followers >> second & 1 == 1);
        }
    }
    if all < 4 { 100 } else { common * 100 / all }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_versions_paths_and_prose_are_plain() {
        for text in [
            "@modelcontextprotocol/server-filesystem",
            "awslabs.aws-documentation-mcp-server@latest",
            "mcp-server-kubernetes-with-helm-support",
            "getTop10ResultsForUser2",
            "gpt-4o-mini-2024-07-18",
            "ghcr.io/github/github-mcp-server:v0.20.1",
            "/opt/homebrew/bin/npx",
            "us-east-1",
            "createOrUpdatePullRequestReview",
            "browser_take_screenshot_full_page",
            "America/New_York",
            "https://mcp.sentry.dev/mcp/example-org/example-project",
            "chat.postMessageAsUserEphemeral",
            "com.example.android.application.debug",
            "Bearer ${HARBOR_TOKEN}",
            "the bearer token is sent",
            "postgres://localhost:5432/orchard",
            "https://${USER}:${PASS}@host.example.com",
            "gmailmcp.googleapis.com",
            "claude-3-5-sonnet-20241022",
            "mcp-streamablehttp-typescript-server",
            "GITHUB_PERSONAL_ACCESS_TOKEN",
            "internationalizationframework",
            "x86_64-unknown-linux-gnu",
            "C:\\Program Files\\nodejs\\npx.cmd",
            "linux-arm64-glibc2.31-node20-release",
        ] {
            assert_eq!(shape(text), Shape::Plain, "{text}");
        }
    }

    #[test]
    fn random_words_are_tokens() {
        for text in [
            "fake0token0032fake0token0032fake0",
            "q7Zr2Lx9Vb4Nn8Kd3Tw6",
            "hQxZvKpRtWmYbNcJdGfL",
            "Zm9vYmFyYmF6cXV4MTIzNDU2Nzg5MA",
            "a8f3k2m9z1q7x4v6b0n5",
            "--x=pQ7-zX9_vL2mK4-tR8wN3bG6",
            "https://user:hunter2@host.example.com/x",
            "Basic ZmFrZTpmYWtl",
            "000000000000000000000000",
            "wJalrXUtnFEMI/K7MDENG/bPxRfiCYzEXAMPLEKEY",
            "-----BEGIN OPENSSH PRIVATE KEY-----",
            "key=ghp_FAKEfakeFAKEfakeFAKEfakeFAKEfake0000",
        ] {
            assert_eq!(shape(text), Shape::Token, "{text}");
        }
    }

    #[test]
    fn identifiers_are_opaque() {
        for text in [
            "00000000-fa4e-4000-8000-000000000000",
            "https://host.example.com/00000000-fa4e-4000-8000-000000000000/mcp",
            "fa4e0000fa4e0000fa4e0000fa4e0000",
        ] {
            assert_eq!(shape(text), Shape::Opaque, "{text}");
        }
    }
}
