//! GET of one metadata document, without credentials, without redirects, within limits.

use reqwest::Method;
use reqwest::header::{ACCEPT, HeaderMap, HeaderValue, LOCATION};
use serde_json::Value;
use tokio::time::timeout;

use crate::probe::live::net::{Ask, Permit, Trouble};
use crate::probe::live::rpc::mend;
use crate::probe::live::web::Cx;
use crate::probe::{
    DocumentOutcome, Failure, Observation, Refusal, RefusalReason, RefusedUse, Rule,
};

/// What a GET brought.
pub(super) enum Got {
    /// A JSON object, with status 200.
    Object(Value),
    /// Something else.
    Not(DocumentOutcome),
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
        let answer = cx.net.send(ask, cx.limit()).await?;
        let status = answer.status;
        if status != 200 {
            let location = answer.headers.get(LOCATION);
            let location = location.map(|l| String::from_utf8_lossy(l.as_bytes()).into_owned());
            return Ok((status, location, None));
        }
        let body = answer.stream.all(cx.options.limits.document_bytes).await?;
        if !body.whole {
            return Err(Failure::TooLarge.into());
        }
        let value = serde_json::from_str::<Value>(&mend(&body.bytes).0).ok();
        Ok::<_, Trouble>((status, None, value.filter(Value::is_object)))
    };
    let answered = timeout(cx.limit(), exchange)
        .await
        .unwrap_or(Err(Failure::TimeOut.into()));
    Got::Not(match answered {
        Ok((_, _, Some(value))) => return Got::Object(value),
        Ok((300..=399, location, _)) => {
            let url = location.map(|l| cx.scrub.text(&l)).unwrap_or_default();
            let reason = RefusalReason::Redirect;
            obs.refuses(Refusal { what, url, reason });
            DocumentOutcome::Refused { reason }
        }
        Ok((status @ 200, ..)) => DocumentOutcome::NotMetadata { status },
        Ok((status, ..)) => DocumentOutcome::Absent { status },
        Err(Trouble::Failed(reason)) => DocumentOutcome::Failed { reason },
        Err(Trouble::Blocked(reason)) => {
            let url = cx.scrub.text(permit.url.as_str());
            obs.violates(Rule::UnsafeUrl, Some(url.clone()));
            obs.refuses(Refusal { what, url, reason });
            DocumentOutcome::Refused { reason }
        }
    })
}
