//! Makes canaries: no two are alike, and all hold one mark.

/// What every canary holds, in lower case.
pub(crate) const MARK: &str = "canary";

/// Makes canaries.
#[derive(Default)]
pub(crate) struct Mint {
    made: usize,
}

impl Mint {
    /// Makes text of the shape of a secret, in turn: a vendor's prefix, another one, random letters and digits.
    pub(crate) fn secret(&mut self) -> String {
        self.made += 1;
        let n = self.made;
        match n % 3 {
            0 => format!("sk-CANARY{n:05}q8Wz3Xv7Rt2Yp9Lk4Jh6Gf"),
            1 => format!("ghp_{n:05}CANARYq8Wz3Xv7Rt2Yp9Lk4Jh6Gf5D"),
            _ => format!("CANARY{n:05}Zx9Qw8Er7Ty6Ui5Op4As3Df2Gh1Jk0Lm"),
        }
    }

    /// Makes the beginning of a token: too short to be told from a name anywhere but where a variable is named.
    pub(crate) fn short(&mut self) -> String {
        self.made += 1;
        let n = self.made;
        match n % 3 {
            0 => format!("sk-CANARYu{n}"),
            1 => format!("AKIACANARY{n:08}"),
            _ => format!("ghp_CANARYu{n}"),
        }
    }

    /// Makes a word that no shape gives away, for places whose values are never shown.
    pub(crate) fn quiet(&mut self) -> String {
        self.made += 1;
        format!("canary{}horse", self.made)
    }
}
