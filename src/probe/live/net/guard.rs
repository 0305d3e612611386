//! The two classes of URLs: those of the user's configuration, and those that came over the wire.

use url::{Host, Url};

use super::address::why_not_public_host;
use super::lookup::Allowed;
use crate::probe::RefusalReason;

/// Decides for one server which advertised URLs may be followed.
#[derive(Debug, Clone)]
pub(in crate::probe::live) struct Guard {
    /// The URL of the configuration.
    first: Url,
    loopback: bool,
    private: bool,
}

/// A URL that may be asked, and which addresses it may lead to.
#[derive(Debug, Clone)]
pub(in crate::probe::live) struct Permit {
    /// The URL.
    pub(in crate::probe::live) url: Url,
    pub(super) allowed: Allowed,
}

impl Permit {
    /// Permits another path at the same origin.
    pub(in crate::probe::live) fn at(&self, url: Url) -> Self {
        Self {
            url,
            allowed: self.allowed,
        }
    }
}

impl Guard {
    /// Makes the guard of a configured URL.
    pub(in crate::probe::live) fn new(first: Url, private: bool) -> Self {
        let unspecified = match first.host() {
            Some(Host::Ipv4(ip)) => ip.is_unspecified(),
            Some(Host::Ipv6(ip)) => ip.is_unspecified(),
            _ => false,
        };
        // Who connects to no address in particular connects to this machine.
        let loopback = unspecified || is_loopback(&first);
        Self {
            first,
            loopback,
            private,
        }
    }

    /// Returns the configured URL.
    pub(in crate::probe::live) fn first(&self) -> &Url {
        &self.first
    }

    /// Says whether the configured host is this machine, by address or by name.
    pub(in crate::probe::live) fn is_loopback(&self) -> bool {
        self.loopback
    }

    /// Permits a path at the configured origin.
    pub(in crate::probe::live) fn own(&self, url: Url) -> Permit {
        debug_assert_eq!(url.origin(), self.first.origin());
        Permit {
            url,
            allowed: Allowed {
                first_party: true,
                loopback: true,
                private: true,
            },
        }
    }

    /// Permits or refuses a URL that came over the wire.
    ///
    /// The configured origin stays what it is. Everything else must be https and public; on this machine only if the
    /// configured host is this machine, too, and then plain http is no worse.
    pub(in crate::probe::live) fn advertised(&self, text: &str) -> Result<Permit, RefusalReason> {
        let url = Url::parse(text).map_err(|_| RefusalReason::NotUrl)?;
        let Some(host) = url.host() else {
            return Err(if matches!(url.scheme(), "http" | "https") {
                RefusalReason::NotUrl
            } else {
                RefusalReason::NotHttps
            });
        };
        let host = host.to_owned();
        if !url.username().is_empty() || url.password().is_some() {
            return Err(RefusalReason::UserInfo);
        }
        if url.fragment().is_some() {
            return Err(RefusalReason::NotPlain);
        }
        if url.origin() == self.first.origin() {
            return Ok(self.own(url));
        }
        let allowed = Allowed {
            first_party: false,
            loopback: self.loopback,
            private: self.private,
        };
        let place = why_not_public_host(&without_root_dot(host));
        match place {
            Some(RefusalReason::Loopback) if self.loopback => {}
            Some(RefusalReason::Private) if self.private => {}
            Some(reason) => return Err(reason),
            None => {}
        }
        let plain = url.scheme() == "http" && place == Some(RefusalReason::Loopback);
        if url.scheme() != "https" && !plain {
            return Err(RefusalReason::NotHttps);
        }
        Ok(Permit { url, allowed })
    }

    /// Permits or refuses the URL of protected-resource metadata: on this machine it must be the server's own origin.
    pub(in crate::probe::live) fn resource_metadata(
        &self,
        text: &str,
    ) -> Result<Permit, RefusalReason> {
        let mut permit = self.advertised(text)?;
        if is_endpoint(&permit.url) {
            return Err(RefusalReason::OauthEndpoint);
        }
        if is_loopback(&permit.url) && permit.url.origin() != self.first.origin() {
            return Err(RefusalReason::OtherOrigin);
        }
        // Nor may a name of another origin lead there.
        permit.allowed.loopback &= permit.allowed.first_party;
        Ok(permit)
    }
}

/// Says whether the host of a URL is this machine by definition.
pub(in crate::probe::live) fn is_loopback(url: &Url) -> bool {
    url.host().is_some_and(|host| {
        why_not_public_host(&without_root_dot(host.to_owned())) == Some(RefusalReason::Loopback)
    })
}

/// Says whether a URL is where tokens and clients are made (`/oauth/token`): no document stands there, and a GET may count.
fn is_endpoint(url: &Url) -> bool {
    const ENDPOINTS: &[&str] = &["authorize", "introspect", "register", "revoke", "token"];
    let path = url.path().trim_end_matches('/').to_ascii_lowercase();
    let last = path.rsplit('/').next().unwrap_or_default();
    !path.starts_with("/.well-known/") && ENDPOINTS.contains(&last)
}

fn without_root_dot(host: Host<String>) -> Host<String> {
    match host {
        Host::Domain(name) => Host::Domain(name.trim_end_matches('.').to_owned()),
        ip => ip,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(first: &str) -> Guard {
        Guard::new(Url::parse(first).unwrap(), false)
    }

    fn word(guard: &Guard, url: &str) -> String {
        guard
            .advertised(url)
            .map_or_else(|reason| format!("{reason:?}"), |_| "followed".to_owned())
    }

    #[test]
    fn from_a_public_server_only_public_https_is_followed() {
        let guard = guard("https://mcp.example.com/mcp");
        let table = [
            ("https://auth.example.com", "followed"),
            ("https://mcp.example.com/.well-known/x", "followed"),
            ("https://auth.example.net:8443/tenant?x=1", "followed"),
            ("http://auth.example.com", "NotHttps"),
            ("http://mcp.example.com/x", "NotHttps"),
            ("HTTPS://AUTH.EXAMPLE.COM", "followed"),
            ("https://127.0.0.1/x", "Loopback"),
            ("https://localhost./x", "Loopback"),
            ("https://[::1]/x", "Loopback"),
            ("https://0x7f.1/x", "Loopback"),
            ("https://２１３０７０６４３３/x", "Loopback"),
            ("https://[::ffff:10.0.0.1]/", "Private"),
            ("https://169.254.169.254./latest", "CloudMetadata"),
            ("https://metadata.google.internal/", "CloudMetadata"),
            ("https://intranet/", "Private"),
            ("https://user@auth.example.com/", "UserInfo"),
            ("https://:pw@auth.example.com/", "UserInfo"),
            ("https://auth.example.com/#x", "NotPlain"),
            ("file:///etc/passwd", "NotHttps"),
            ("javascript:alert(1)", "NotHttps"),
            ("data:text/plain,x", "NotHttps"),
            ("gopher://auth.example.com/", "NotHttps"),
            ("/relative", "NotUrl"),
            ("", "NotUrl"),
            ("https://", "NotUrl"),
        ];
        for (url, expected) in table {
            assert_eq!(word(&guard, url), expected, "{url}");
        }
    }

    #[test]
    fn from_this_machine_this_machine_is_followed() {
        let guard = guard("http://127.0.0.1:3103/mcp");
        let table = [
            ("http://127.0.0.1:3104/tenant1", "followed"),
            ("http://localhost:3104", "followed"),
            ("https://auth.example.com", "followed"),
            ("http://auth.example.com", "NotHttps"),
            ("https://10.0.0.1", "Private"),
            ("https://169.254.169.254", "CloudMetadata"),
            ("ws://127.0.0.1:1", "NotHttps"),
        ];
        for (url, expected) in table {
            assert_eq!(word(&guard, url), expected, "{url}");
        }
        assert_eq!(
            guard
                .resource_metadata("http://127.0.0.1:3105/latest")
                .err(),
            Some(RefusalReason::OtherOrigin)
        );
        assert!(guard.resource_metadata("http://127.0.0.1:3103/x").is_ok());
    }

    #[test]
    fn endpoints_of_oauth_are_no_metadata() {
        let guard = guard("https://mcp.example.com/mcp");
        for path in ["/authorize", "/token", "/register/", "/oauth/Token?x=1"] {
            let url = format!("https://mcp.example.com{path}");
            let refused = guard.resource_metadata(&url).err();
            assert_eq!(refused, Some(RefusalReason::OauthEndpoint), "{path}");
        }
        for path in [
            "/.well-known/oauth-protected-resource/token",
            "/tokens",
            "/meta",
        ] {
            let url = format!("https://mcp.example.com{path}");
            assert!(guard.resource_metadata(&url).is_ok(), "{path}");
        }
    }

    #[test]
    fn a_private_server_keeps_its_own_origin_and_no_other() {
        let guard = guard("http://10.0.0.5:8080/mcp");
        assert_eq!(
            word(&guard, "http://10.0.0.5:8080/.well-known/x"),
            "followed"
        );
        assert_eq!(word(&guard, "https://10.0.0.6/"), "Private");
        assert_eq!(word(&guard, "http://127.0.0.1/"), "Loopback");
        let open = Guard::new(Url::parse("http://10.0.0.5:8080/mcp").unwrap(), true);
        assert_eq!(word(&open, "https://10.0.0.6/"), "followed");
        assert_eq!(word(&open, "http://10.0.0.6/"), "NotHttps");
        assert_eq!(word(&open, "https://127.0.0.1/"), "Loopback");
    }
}
