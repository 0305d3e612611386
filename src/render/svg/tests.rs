//! Checks of the written SVG: what a viewer, a linter or a reader relies on.

use super::*;
use crate::scene::sample::sample;

#[test]
#[ignore]
fn write_samples() {
    let light = Theme::named("light").unwrap();
    let dark = Theme::named("dark").unwrap();
    let (a, p) = sample("filesystem");
    let scene = crate::scene::build(&a, &p);
    let mut options = Options::new(&light);
    options.dark = Some(&dark);
    std::fs::write("/tmp/scene-work/auto.svg", draw(&scene, &options)).unwrap();
    for (name, _) in crate::theme::BUILT_IN {
        let theme = Theme::named(name).unwrap();
        let mut options = Options::new(&theme);
        options.scale = 2.0;
        let svg = draw(&scene, &options);
        let png = crate::render::png::draw(svg.as_bytes(), &options).unwrap();
        std::fs::write(format!("/tmp/scene-work/{name}.svg"), svg).unwrap();
        std::fs::write(format!("/tmp/scene-work/{name}.png"), png).unwrap();
    }
}
