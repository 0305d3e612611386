//! Names under which credentials stand: variables, headers, flags, query keys and fields.

/// A word anywhere in a name makes it the name of a credential.
const ANYWHERE: &str = "\
APIKEY AUTHORIZATION BEARER CREDENTIAL CREDENTIALS CREDS DSN JWT PASSCODE PASSPHRASE \
PASSWD PASSWORD PASSWORDS SECRET SECRETS TOK TOKEN";

/// A last word that makes a name the name of a credential.
const LAST: &str = "\
COOKIE OTP PAT SIG SIGNATURE WEBHOOK MNEMONIC";

/// Endings of one-word spellings (`authtoken`, `clientsecret`).
const ENDINGS: &str = "\
ACCESSKEY APIKEY AUTHKEY PASSWORD PASSWD PRIVATEKEY SECRET SECRETKEY TOKEN";

/// A last word that says that the name is about a credential, not one.
const ABOUT: &str = "\
ALG ALGORITHM ARN AUDIENCE BUDGET COMMAND COUNT DIR DISABLED ENABLED ENDPOINT ENV \
EXPIRATION EXPIRES EXPIRY FIELD FILE FORMAT HEADER HELPER HOST ISSUER LABEL LENGTH LIMIT \
LIMITS METHOD MODE NAME PATH POLICY PORT PREFIX PROVIDER REGION REQUIRED SCOPE SCOPES \
SIZE SOURCE STORAGE STORE TIMEOUT TTL TYPE USAGE VAR";

/// What stands before `KEY` where the key opens nothing.
const HARMLESS_KEYS: &str = "\
BOARD CACHE FOREIGN HOT ISSUE OBJECT PARTITION PRIMARY PROJECT PUB PUBLIC PUBLISHABLE \
ROW SORT SPACE";

/// What stands before `URL` or `URI` where the address usually holds a password or is itself the secret.
const SECRET_ADDRESSES: &str = "\
AMQP CLICKHOUSE CONNECTION DATABASE DB MARIADB MONGO MONGODB MYSQL NEON PG POSTGRES \
POSTGRESQL RABBITMQ REDIS SQLALCHEMY WEBHOOK";

/// Tells whether a word stands in a list of words.
pub(crate) fn has_word(list: &str, word: &str) -> bool {
    list.split(' ').any(|known| known == word)
}

/// Tells whether a variable, header, flag, query key or field of this name carries a credential.
pub(crate) fn is_credential_name(name: &str) -> bool {
    let words = words(name);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let Some((&last, before)) = words.split_last() else {
        return false;
    };
    let previous = before.last().copied();
    let counts = ["MAX", "MIN", "NUM", "TOTAL"].contains(&words[0]);
    if counts && words.iter().any(|word| word.starts_with("TOKEN")) {
        return false;
    }
    match last {
        "URL" | "URI" => return before.iter().any(|word| has_word(SECRET_ADDRESSES, word)),
        "ID" => {
            return previous == Some("CLIENT") || before.ends_with(&["ACCESS", "KEY"]);
        }
        "STRING" | "STR" => return matches!(previous, Some("CONNECTION" | "CONN")),
        "KEY" | "KEYS" => return !previous.is_some_and(|word| has_word(HARMLESS_KEYS, word)),
        "PW" | "PWD" | "PIN" => return previous.is_some(),
        "PASS" | "AUTH" => return true,
        "TOKENS" => return matches!(previous, Some("ACCESS" | "API" | "AUTH" | "REFRESH")),
        _ => {}
    }
    if has_word(ABOUT, last) {
        return false;
    }
    has_word(LAST, last)
        || words.iter().any(|word| has_word(ANYWHERE, word))
        || ENDINGS.split(' ').any(|ending| last.ends_with(ending))
}

/// Tells whether a name is one of a credential only where the value looks like one (`PROXY_AUTH=basic`).
pub(crate) fn is_soft_name(name: &str) -> bool {
    words(name).last().is_some_and(|word| word == "AUTH")
}

/// Splits a name into upper-case words, at signs and at camel humps.
pub(crate) fn words(name: &str) -> Vec<String> {
    let chars: Vec<char> = name.chars().take(200).collect();
    let mut words = Vec::new();
    let mut word = String::new();
    for (i, &c) in chars.iter().enumerate() {
        let hump = c.is_uppercase()
            && i > 0
            && (chars[i - 1].is_lowercase()
                || (chars[i - 1].is_alphanumeric()
                    && chars.get(i + 1).is_some_and(|next| next.is_lowercase())));
        if (!c.is_alphanumeric() || hump) && !word.is_empty() {
            words.push(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_uppercase());
        }
    }
    if !word.is_empty() {
        words.push(word);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_credentials() {
        for name in [
            "GITHUB_TOKEN",
            "GITHUB_PERSONAL_ACCESS_TOKEN",
            "OPENAI_API_KEY",
            "SOIL_PAT",
            "SOIL_KEY",
            "Authorization",
            "x-api-key",
            "apikey",
            "apiKey",
            "exaApiKey",
            "access_token",
            "authtoken",
            "DSN",
            "DATABASE_URL",
            "SUPABASE_DB_URL",
            "MONGODB_URI",
            "SLACK_WEBHOOK_URL",
            "--connection-string",
            "--oauth2Bearer",
            "DB_PASS",
            "PGPASSWORD",
            "GOOGLE_CLIENT_ID",
            "AWS_ACCESS_KEY_ID",
            "AWS_SECRET_ACCESS_KEY",
            "client_secret",
            "LEDGER_AUTH",
            "Cookie",
            "SUPABASE_ANON_KEY",
            "key",
            "CONTEXT7_API_KEY",
            "APIKey",
            "X-Auth-Token",
            "TOKEN_2",
            "TOK",
            "DB_PW",
        ] {
            assert!(is_credential_name(name), "{name}");
        }
    }

    #[test]
    fn names_of_settings() {
        for name in [
            "",
            "KEYBOARD",
            "PUBLIC_KEY",
            "STRIPE_PUBLISHABLE_KEY",
            "TOKEN_LIMIT",
            "MAX_TOKENS",
            "MAX_TOKEN_COUNT",
            "KMS_KEY_ID",
            "SLACK_TEAM_ID",
            "JIRA_PROJECT_KEY",
            "LOG_MODE",
            "AWS_REGION",
            "PYTHONPATH",
            "SECRET_NAME",
            "TOKEN_URL",
            "PWD",
            "JIRA_USERNAME",
            "COLLECTION_NAME",
            "TOKENIZERS_PARALLELISM",
            "MONKEY",
            "VERSION",
            "X-Team",
            "path",
            "AUTHOR",
            "AUTHOR_NAME",
            "KEYCLOAK_HOST",
            "COMPASS",
            "pattern",
        ] {
            assert!(!is_credential_name(name), "{name}");
        }
    }
}
