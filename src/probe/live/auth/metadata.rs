//! GET of one metadata document, without credentials, without redirects, within limits.

use std::borrow::Cow;
use std::fmt;

use reqwest::Method;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue, LOCATION};
use serde::de::{Deserializer as _, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::probe::live::era::is_redirect;
use crate::probe::live::net::{Ask, Permit, Trouble};
use crate::probe::live::rpc::mend;
use crate::probe::live::web::Cx;
use crate::probe::{
    DocumentFlaw, DocumentOutcome, Failure, Observation, Refusal, RefusalReason, RefusedUse, Rule,
};

/// What a GET brought.
pub(super) enum Got {
    /// A JSON object, with status 200.
    Object(Value),
    /// Something else.
    Not(DocumentOutcome),
}

/// The fields that are looked at.
const FIELDS: &[&str] = &[
    "authorization_endpoint",
    "authorization_grant_profiles_supported",
    "authorization_response_iss_parameter_supported",
    "authorization_servers",
    "bearer_methods_supported",
    "client_id_metadata_document_supported",
    "code_challenge_methods_supported",
    "dpop_bound_access_tokens_required",
    "dpop_signing_alg_values_supported",
    "grant_types_supported",
    "introspection_endpoint",
    "issuer",
    "jwks_uri",
    "protected_resources",
    "registration_endpoint",
    "resource",
    "resource_name",
    "revocation_endpoint",
    "scopes_supported",
    "signed_metadata",
    "tls_client_certificate_bound_access_tokens",
    "token_endpoint",
    "token_endpoint_auth_methods_supported",
];
/// Largest field that is looked into; of a larger one it is known that it is there.
const LONGEST: usize = 64 * 1024;

/// Reads the fields of a document that matter: many small values take far more memory than their text.
fn fields(text: &str) -> Result<Value, DocumentFlaw> {
    struct Fields;
    impl<'de> Visitor<'de> for Fields {
        type Value = Value;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
            let mut fields = Map::new();
            while let Some(key) = map.next_key::<Cow<'de, str>>()? {
                let raw: &RawValue = map.next_value()?;
                if FIELDS.contains(&key.as_ref()) {
                    let small = Some(raw.get()).filter(|raw| raw.len() <= LONGEST);
                    let value = small.and_then(|raw| serde_json::from_str(raw).ok());
                    fields.insert(key.into_owned(), value.unwrap_or_default());
                }
            }
            Ok(Value::Object(fields))
        }
    }
    let mut json = serde_json::Deserializer::from_str(text);
    let read = json.deserialize_map(Fields);
    match read.and_then(|value| json.end().map(|()| value)) {
        Ok(value) => Ok(value),
        Err(error) if error.is_data() => Err(DocumentFlaw::NotObject),
        Err(_) => Err(DocumentFlaw::NotJson),
    }
}

/// Asks for a document; what is refused on the way is in the observation.
pub(super) async fn get(
    cx: &Cx<'_>,
    obs: &mut Observation,
    permit: &Permit,
    what: RefusedUse,
) -> Got {
    let mut headers = HeaderMap::new();
    headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
    let ask = Ask {
        permit,
        method: Method::GET,
        headers,
        body: None,
    };
    let exchange = async {
        let answer = cx.send(ask, cx.limit()).await?;
        let status = answer.status;
        let typed = answer.is_type("application/json");
        if status != 200 {
            let location = answer.headers.get(LOCATION);
            let location = location.map(|l| String::from_utf8_lossy(l.as_bytes()).into_owned());
            return Ok((status, location, None));
        }
        let body = answer.stream.all(cx.options.limits.document_bytes).await?;
        if !body.whole {
            return Err(Failure::TooLarge.into());
        }
        Ok::<_, Trouble>((status, None, Some((fields(&mend(&body.bytes).0), typed))))
    };
    let answered = cx
        .clock
        .timeout(cx.limit(), exchange)
        .await
        .unwrap_or(Err(Failure::TimeOut.into()));
    Got::Not(match answered {
        Ok((_, _, Some((Ok(value), typed)))) => {
            if !typed {
                let url = cx.scrub.text(permit.url.as_str());
                obs.violates(Rule::MetadataType, Some(url));
            }
            return Got::Object(value);
        }
        Ok((status, _, Some((Err(flaw), _)))) => DocumentOutcome::NotMetadata {
            status,
            flaw: Some(flaw),
        },
        Ok((status, location, None)) if is_redirect(status) => {
            let url = location.map(|l| cx.scrub.text(&l)).unwrap_or_default();
            let reason = RefusalReason::Redirect;
            obs.refuses(Refusal { what, url, reason });
            DocumentOutcome::Refused { reason }
        }
        Ok((status, _, None)) => DocumentOutcome::Absent { status },
        Err(Trouble::Failed(reason)) => DocumentOutcome::Failed { reason },
        Err(Trouble::Blocked(reason)) => {
            let url = cx.scrub.text(permit.url.as_str());
            obs.violates(Rule::UnsafeUrl, Some(url.clone()));
            obs.refuses(Refusal { what, url, reason });
            DocumentOutcome::Refused { reason }
        }
    })
}
