//! From a value to what may be known of it: name, form, scheme, and whether the client will expand it.

use super::{FactCx, InputKind, Source, kinds};
use crate::diagnostic::Place;
use crate::inventory::endpoint::Address;
use crate::inventory::secret::{Shape, is_credential_name, is_placeholder, shape, words};
use crate::inventory::template::{Template, Var, VarSyntax};
use crate::inventory::{
    Carrier, Credential, CredentialScheme, Endpoint, EndpointPlace, Form, Helper, MarkLevel,
    Redacted, Scheme,
};

const NOT_EXPANDED: &str =
    "this client does not expand the reference: the text is sent as it stands";

const NO_INPUT: &str =
    "the file declares no input of this name: nothing is asked for and nothing stored";

const NOT_HANDED_OVER: &str = "the product hands over no variable of this name";

impl FactCx<'_> {
    /// A credential of which the name and form are all there is.
    pub(super) fn plain(name: &str, form: Form, carrier: Carrier, at: &Place) -> Credential {
        let mut credential = Credential::new(Redacted::variable(name), form, carrier);
        credential.scheme = scheme_of_name(name);
        credential.source = Some(at.clone());
        credential
    }

    /// The credential in a value that is known to be one.
    pub(super) fn credential(
        &mut self,
        name: &str,
        value: &str,
        source: &Source<'_>,
    ) -> Credential {
        let (scheme, bare) = split_scheme(value);
        let template = Template::parse(bare);
        let reference = reference_in(&template).filter(|var| !var.is_pasted());
        let reference = reference.cloned();
        let mut credential = match &reference {
            None => {
                let form = if is_key_file(bare) {
                    Form::File
                } else if is_vault_reference(bare) {
                    Form::Reference
                } else {
                    Form::Literal
                };
                let mut credential = Self::plain(name, form, source.carrier, source.at);
                credential.placeholder =
                    form == Form::Literal && (is_placeholder(value) || is_placeholder(bare));
                if form == Form::Literal && !credential.placeholder {
                    credential.value = Some(self.values.ordinal(bare.trim()));
                    self.note_white_space(&credential.name, value, source);
                }
                credential
            }
            Some(var) => {
                // The variable of an env entry is the one that the server reads; elsewhere only the reference has a name.
                let name = if source.own_name {
                    name
                } else {
                    var_name(var, name)
                };
                let broken = self.broken(var, source);
                let form = if broken.is_some() {
                    Form::BrokenReference
                } else {
                    self.form_of(var)
                };
                let mut credential = Self::plain(name, form, source.carrier, source.at);
                credential.broken = broken;
                if let Some(default) = var
                    .default
                    .as_deref()
                    .filter(|text| !text.trim().is_empty())
                    && !is_placeholder(default)
                    && Template::parse(default).vars().next().is_none()
                {
                    credential.literal_default = true;
                    credential.value = Some(self.values.ordinal(default.trim()));
                }
                credential
            }
        };
        credential.scheme = match (scheme, source.carrier) {
            (Some(scheme), _) => scheme,
            (None, Carrier::Userinfo | Carrier::Dsn) => CredentialScheme::Basic,
            (None, Carrier::Query | Carrier::UrlPath | Carrier::Header) => CredentialScheme::Key,
            (None, _) => scheme_of_name(name),
        };
        credential
    }

    /// Says that a pasted value brought white space along, which some clients refuse and some servers do not know.
    fn note_white_space(&mut self, name: &Redacted, value: &str, source: &Source<'_>) {
        let pasted = matches!(
            source.carrier,
            Carrier::Env | Carrier::Header | Carrier::Field
        );
        if pasted && value.trim() != value {
            let text = format!("white space around the value of {name}");
            self.mark(MarkLevel::Warning, &text, source.at);
        }
    }

    /// The credentials in an address; `name` is the variable or flag that holds it.
    pub(super) fn address_credentials(
        &mut self,
        name: Option<&str>,
        address: &Address,
        source: &Source<'_>,
    ) -> Vec<Credential> {
        let mut credentials = Vec::new();
        for secret in &address.secrets {
            let own = match secret.carrier {
                Carrier::Query => secret.key.as_deref().or(Some("URL query")),
                Carrier::Userinfo => name.or(Some("URL userinfo")),
                Carrier::UrlPath => match secret.key.as_deref() {
                    Some(key) if !key.is_empty() => Some(key),
                    _ => name.or(Some("URL path")),
                },
                _ => name,
            };
            let own = own.unwrap_or("connection string");
            let inner = Source {
                own_name: false,
                ..source.carried(secret.carrier)
            };
            let mut credential = self.credential(own, &secret.value, &inner);
            if let Some(var) = &secret.default_of {
                let holds = credential.form == Form::Literal && !credential.placeholder;
                credential.name =
                    Redacted::variable(name.filter(|_| source.own_name).unwrap_or(var));
                credential.form = Form::Reference;
                credential.literal_default = holds;
                credential.carrier = if address.database {
                    source.carrier
                } else {
                    secret.carrier
                };
            }
            if address.database {
                credential.destination = Some(address.endpoint.clone());
            }
            credentials.push(credential);
        }
        credentials
    }

    /// Marks references that this client leaves as text, and notes commands that it runs.
    pub(crate) fn note_variables(
        &mut self,
        named_by: &str,
        template: &Template,
        source: &Source<'_>,
    ) {
        for var in template.vars() {
            if var.is_pasted() {
                self.mark(MarkLevel::Alarm, super::misplaced::WORDS, source.at);
                continue;
            }
            // The command of an input is the host's helper, however many entries use it.
            let runs = var.syntax == VarSyntax::Command
                && self.understood.contains(&VarSyntax::Command)
                && !source.expanded;
            if runs {
                let helper = Helper {
                    outside: false,
                    named_by: Redacted::variable(named_by),
                    when: "when the server starts",
                    source: source.at.clone(),
                };
                if !self.helpers.contains(&helper) {
                    self.helpers.push(helper);
                }
            }
            let (shown, product) = (var.shown(), self.product);
            let text = match self.broken(var, source) {
                None => continue,
                Some(NO_INPUT) => format!("{shown}: the file declares no input of this name"),
                Some(NOT_HANDED_OVER) => {
                    let prefix = self.prefix.unwrap_or_default();
                    format!("{shown} is empty: {product} hands over names that begin with {prefix}")
                }
                Some(_) => format!("{shown} is not expanded by {product}: it stays as text"),
            };
            self.mark(MarkLevel::Warning, &text, source.at);
        }
    }

    /// Says why a reference gives no value, where that is so.
    fn broken(&self, var: &Var, source: &Source<'_>) -> Option<&'static str> {
        let exempt = matches!(var.syntax, VarSyntax::Editor | VarSyntax::Curly);
        if exempt || source.expanded {
            return None;
        }
        // A default makes `${V}` another syntax only where the client knows the plain one.
        if !self.understood.contains(&var.syntax) {
            return Some(NOT_EXPANDED);
        }
        if var.syntax == VarSyntax::Input && self.declares && !self.inputs.contains_key(&var.name) {
            return Some(NO_INPUT);
        }
        // An argument may name a variable that the entry itself sets.
        let name = var.name.rsplit('.').next().unwrap_or_default();
        let foreign = |prefix| !name.starts_with(prefix) && var.default.is_none();
        let handed = source.carrier != Carrier::Argument && self.prefix.is_some_and(foreign);
        handed.then_some(NOT_HANDED_OVER)
    }

    fn form_of(&self, var: &Var) -> Form {
        match var.syntax {
            VarSyntax::Input => match self.inputs.get(&var.name) {
                Some(InputKind::Command) => Form::Helper,
                _ => Form::Prompt,
            },
            VarSyntax::UserConfig => Form::Prompt,
            VarSyntax::BracedFile | VarSyntax::CurlyFile => Form::File,
            VarSyntax::Keyring => Form::Keyring,
            VarSyntax::Command => Form::Helper,
            _ => Form::Reference,
        }
    }

    /// Tells whether a reference is to a secret by its own kind, whatever the names say.
    pub(super) fn is_secret_reference(&self, template: &Template) -> bool {
        template.vars().any(|var| match var.syntax {
            VarSyntax::Keyring => true,
            VarSyntax::Secrets => var.name.starts_with("secrets."),
            // An input that the file does not declare may be anything: it is taken for a secret.
            VarSyntax::Input => matches!(
                self.inputs.get(&var.name),
                Some(InputKind::Prompt { password: true }) | None
            ),
            VarSyntax::Command => names_a_vault(&var.name),
            _ => false,
        })
    }

    /// The address that a variable names; nothing more is known of it.
    pub(super) fn variable_endpoint(&mut self, variable: &str) -> Endpoint {
        let name = Redacted::variable(variable);
        Endpoint {
            shown: Redacted::trusted(format!("${{{name}}}")),
            scheme: Scheme::Unknown,
            host: Redacted::trusted(format!("${{{name}}}")),
            port: None,
            path: Redacted::default(),
            place: EndpointPlace::Variable(name.as_str().to_owned()),
            from_default: false,
            query_keys: Vec::new(),
            identity: self.values.ordinal(&format!("${{{variable}}}")),
        }
    }
}

/// Splits `Bearer x` and the like.
pub(super) fn split_scheme(value: &str) -> (Option<CredentialScheme>, &str) {
    let value = value.trim();
    for (word, scheme) in [
        ("bearer ", CredentialScheme::Bearer),
        ("basic ", CredentialScheme::Basic),
        ("token ", CredentialScheme::Bearer),
        ("apikey ", CredentialScheme::Key),
        ("api-key ", CredentialScheme::Key),
    ] {
        let starts = value
            .get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word));
        if starts {
            return (Some(scheme), value[word.len()..].trim());
        }
    }
    (None, value)
}

/// The variable that gives a value, where hardly any literal text stands beside it.
pub(super) fn reference_in(template: &Template) -> Option<&Var> {
    let literal = template.literal();
    let letters = literal.chars().filter(|c| c.is_alphanumeric()).count();
    let var = template
        .vars()
        .find(|var| var.syntax != VarSyntax::Editor)?;
    // `$` stands in passwords too, so less may stand beside it.
    let most = if var.syntax == VarSyntax::Dollar {
        3
    } else {
        12
    };
    (letters <= most && shape(&literal) == Shape::Plain).then_some(var)
}

fn var_name<'v>(var: &'v Var, fallback: &'v str) -> &'v str {
    match var.syntax {
        VarSyntax::Command | VarSyntax::BracedFile | VarSyntax::CurlyFile => fallback,
        _ => var.bare_name(),
    }
}

/// `op://vault/item/field`: a text that a secret manager replaces.
pub(super) fn is_vault_reference(text: &str) -> bool {
    const STARTS: &[&str] = &[
        "op://",
        "vault://",
        "doppler://",
        "bws://",
        "awssm://",
        "gcpsm://",
        "keychain://",
        "os.environ/",
    ];
    STARTS.iter().any(|start| text.starts_with(start))
}

/// `pass show x`, `op read x`, `security find-generic-password`: programs that print secrets.
fn names_a_vault(command: &str) -> bool {
    const PROGRAMS: &[&str] = &[
        "pass",
        "op",
        "security",
        "vault",
        "gopass",
        "secret-tool",
        "bw",
        "doppler",
        "infisical",
        "aws",
        "gcloud",
        "az",
        "gh",
        "keyring",
        "chamber",
        "sops",
        "age",
        "gpg",
    ];
    let program = command.split_whitespace().next().unwrap_or_default();
    let program = program.rsplit('/').next().unwrap_or_default();
    PROGRAMS.contains(&program) || is_credential_name(command)
}

/// `~/.keys/x.pem`: a path where a key belongs.
fn is_key_file(text: &str) -> bool {
    let text = text.trim();
    let rooted = ["/", "~/", "./", "../"]
        .iter()
        .any(|start| text.starts_with(start))
        || (text.get(1..3).is_some_and(|s| s == ":\\" || s == ":/")
            && text.starts_with(|c: char| c.is_ascii_alphabetic()));
    let extension = text.rsplit_once('.').is_some_and(|(_, end)| {
        matches!(
            end,
            "json" | "pem" | "key" | "p12" | "pfx" | "crt" | "txt" | "p8" | "env"
        )
    });
    rooted && extension && !text.contains(char::is_whitespace) && shape(text) == Shape::Plain
}

fn scheme_of_name(name: &str) -> CredentialScheme {
    let words = words(name);
    match words.last().map(String::as_str) {
        Some("KEY" | "APIKEY") if words.iter().any(|word| word == "CLIENT" || word == "TLS") => {
            CredentialScheme::Mtls
        }
        Some("KEY" | "APIKEY") => CredentialScheme::Key,
        _ if kinds::is_connection_name(name) => CredentialScheme::Basic,
        _ => CredentialScheme::Unknown,
    }
}
