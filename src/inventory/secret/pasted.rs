//! Values that were pasted where the name of a variable belongs: too short to be told as a token anywhere else.

use super::is_credential_name;
use super::prefixes::PREFIXES;
use super::shape::Classes;

/// Tells whether what should be a name reads like the beginning of a known token, or like a password.
pub(crate) fn is_pasted(name: &str) -> bool {
    let name = name.trim().trim_start_matches('-');
    begins_like_token(name) || is_signed(name) || is_mixed(name)
}

/// A known prefix with too little behind it to be a whole token; names of variables begin so, too (`npm_config_x`).
fn begins_like_token(name: &str) -> bool {
    PREFIXES.iter().any(|prefix| {
        let Some(rest) = name.strip_prefix(prefix.text) else {
            return false;
        };
        let classes = Classes::of(rest);
        let kinds = [classes.upper, classes.lower, classes.digit];
        let mixed = kinds.iter().filter(|&&n| n > 0).count() > 1;
        let capitals = prefix.text.bytes().all(|b| b.is_ascii_uppercase());
        let least = if prefix.text.len() < 3 { 8 } else { 5 };
        if capitals {
            // `AKIA...` is a word in capitals; so are names.
            let plain = rest.bytes().all(|b| b.is_ascii_alphanumeric());
            rest.len() >= 8 && classes.lower == 0 && plain
        } else {
            rest.len() >= least && mixed && !rest.contains('_')
        }
    })
}

/// A name of the environment has letters, digits and `_`; with other signs and digits in it, it is none.
fn is_signed(name: &str) -> bool {
    let classes = Classes::of(name);
    let signs = name.contains(['-', '.', '+', '/', '~', '#', '*', '?', ',', ':', '%', '$']);
    let kinds = [classes.upper, classes.lower, classes.digit];
    signs && kinds.iter().all(|&n| n > 0) && name.len() >= 6 && !is_credential_name(name)
}

/// Capitals, small letters and digits through each other, and no word that says what the variable is for.
fn is_mixed(name: &str) -> bool {
    let classes = Classes::of(name);
    name.len() >= 8
        && !name.contains('_')
        && classes.upper > 0
        && classes.lower > 0
        && classes.digit > 1
        && classes.digit_borders > 2
        && !is_credential_name(name)
}

#[cfg(test)]
mod tests {
    use super::is_pasted;

    #[test]
    fn short_tokens_and_passwords_are_no_names() {
        for pasted in [
            "sk-CANARYu1",
            "sk-proj-aB3d",
            "AKIAFAKEFAKEFAKE00",
            "ASIAFAKEFAKE",
            "ghp_FAKEfake0000",
            "github_pat_11FAKEfake",
            "glpat-FAKEfake1",
            "xoxb-0000-FAKE",
            "hf_FAKEfake00",
            "sk_live_FAKE00",
            "npm_FAKEfake00",
            "AIzaFAKEfake0",
            "eyJhbGciOi",
            "Xk39fQ2mL",
            "pR0bePassw0rd1",
            "correct-Horse7",
        ] {
            assert!(is_pasted(pasted), "{pasted}");
        }
    }

    #[test]
    fn names_of_variables_are_not_taken_for_values() {
        for name in [
            "GITHUB_TOKEN",
            "npm_config_registry",
            "hf_home",
            "HF_TOKEN",
            "SK_API_KEY",
            "AKIA_KEY_ID",
            "ASIA_REGION",
            "secret_name",
            "sk-key",
            "perplexity-key",
            "ProgramFiles(x86)",
            "githubToken2",
            "oauth2ClientId",
            "apiKeyV2",
            "S3_BUCKET_2",
            "X-Api-Key",
            "db.password",
            "PATH",
            "python3",
            "key-for-github",
            "fc-api-key",
            "AWS_*",
            "$.token",
            "workspaceFolder",
            "inputs.1",
        ] {
            assert!(!is_pasted(name), "{name}");
        }
    }
}
