//! Writes fleets of configuration files, to look at large pictures: `fleet DIR SERVERS HOSTS [SERVERS HOSTS ...]`.

use std::path::Path;

#[path = "../tests/support/fleet.rs"]
mod generate;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let dir = args.next().ok_or("usage: fleet DIR SERVERS HOSTS ...")?;
    while let Some(servers) = args.next() {
        let hosts = args.next().ok_or("hosts are missing")?;
        let root = Path::new(&dir).join(format!("{servers}-over-{hosts}"));
        for (path, text) in generate::fleet(servers.parse()?, hosts.parse()?) {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap_or(&root))?;
            std::fs::write(path, text)?;
        }
    }
    Ok(())
}
