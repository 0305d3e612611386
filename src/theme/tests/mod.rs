//! Checks of every theme: contrast, colour vision, marks that do without colour.

mod files;
mod pairs;

use super::*;

const FRAMES: [Role; 7] = [
    Role::Machine,
    Role::OsUser,
    Role::Account,
    Role::Host,
    Role::Isolation,
    Role::PrivateNetwork,
    Role::Provider,
];
const FLOWS: [Role; 7] = [
    Role::Control,
    Role::Call,
    Role::Local,
    Role::Remote,
    Role::OAuth,
    Role::Upstream,
    Role::Alarm,
];

fn all() -> Vec<Theme> {
    BUILT_IN
        .iter()
        .map(|(name, _)| Theme::named(name).unwrap())
        .collect()
}

/// A built-in theme is what its file says to somebody who takes it for a theme of their own.
#[test]
fn the_build_script_changes_no_theme() {
    for theme in all() {
        let path = format!("themes/{}.toml", theme.name);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(theme, Theme::parse(&path, &text).unwrap());
    }
}

fn fill(theme: &Theme, role: Role) -> Colour {
    theme.look(role).fill.unwrap()
}

fn line(theme: &Theme, role: Role) -> Colour {
    theme.look(role).line.unwrap()
}

fn text(theme: &Theme, role: Role) -> Colour {
    theme.look(role).text.unwrap()
}

fn assert_contrast(theme: &Theme, what: &str, front: Colour, back: Colour, least: f64) {
    let ratio = front.contrast(back);
    assert!(
        ratio >= least,
        "{}: {what} has {ratio:.2}:1, needs {least}:1",
        theme.name
    );
}

#[test]
fn every_theme_file_is_registered() {
    let mut files: Vec<String> = std::fs::read_dir("themes")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    let mut known: Vec<String> = BUILT_IN.iter().map(|(n, _)| format!("{n}.toml")).collect();
    known.sort();
    assert_eq!(files, known);
}

#[test]
fn text_stands_out_at_4_5_to_1() {
    for theme in all() {
        // Plates behind the words on a line have the fill of the frame around them.
        let mut grounds = vec![Role::Canvas];
        grounds.extend(FRAMES);
        for ground in &grounds {
            let back = fill(&theme, *ground);
            for role in FLOWS {
                let what = format!("label {} on {}", role.word(), ground.word());
                assert_contrast(&theme, &what, text(&theme, role), back, 4.5);
            }
            for role in [
                Role::Ink,
                Role::Soft,
                Role::Credential,
                Role::Warning,
                Role::Off,
            ] {
                let what = format!("{} on {}", role.word(), ground.word());
                assert_contrast(&theme, &what, text(&theme, role), back, 4.5);
            }
        }
        for frame in FRAMES {
            let what = format!("title of {}", frame.word());
            assert_contrast(&theme, &what, text(&theme, frame), fill(&theme, frame), 4.5);
        }
        assert_contrast(
            &theme,
            "words on the gate",
            fill(&theme, Role::Control),
            line(&theme, Role::Control),
            4.5,
        );
        for node in FLOWS.into_iter().chain([Role::Off, Role::Note]) {
            for role in [
                Role::Ink,
                Role::Soft,
                Role::Credential,
                Role::Warning,
                Role::Alarm,
                Role::Off,
                Role::Note,
            ] {
                let what = format!("{} in a box of {}", role.word(), node.word());
                assert_contrast(&theme, &what, text(&theme, role), fill(&theme, node), 4.5);
            }
        }
    }
}

#[test]
fn lines_stand_out_at_3_to_1() {
    for theme in all() {
        for ground in FRAMES.into_iter().chain([Role::Canvas]) {
            for role in FLOWS.into_iter().chain([Role::Off]).chain(FRAMES) {
                let what = format!("line of {} on {}", role.word(), ground.word());
                assert_contrast(&theme, &what, line(&theme, role), fill(&theme, ground), 3.0);
            }
        }
    }
}

#[test]
fn high_contrast_keeps_its_promise() {
    let theme = Theme::named("high-contrast").unwrap();
    for role in [Role::Ink, Role::Soft, Role::Credential, Role::Warning]
        .into_iter()
        .chain(FLOWS)
    {
        assert_contrast(
            &theme,
            role.word(),
            text(&theme, role),
            fill(&theme, Role::Canvas),
            7.0,
        );
    }
    for role in FLOWS.into_iter().chain(FRAMES) {
        assert_contrast(
            &theme,
            role.word(),
            line(&theme, role),
            fill(&theme, Role::Canvas),
            4.5,
        );
    }
}

/// Colour vision deficiencies at full severity, on linear RGB (Machado, Oliveira, Fernandes 2009).
const VISIONS: [(&str, [[f64; 3]; 3]); 4] = [
    (
        "full vision",
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ),
    (
        "protanopia",
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ),
];

/// CIE L*a*b* of a colour as somebody sees it.
fn seen(colour: Colour, vision: &[[f64; 3]; 3]) -> [f64; 3] {
    let full = colour.linear();
    let [red, green, blue] = vision.map(|row| {
        let sum: f64 = row.iter().zip(full).map(|(m, c)| m * c).sum();
        sum.clamp(0.0, 1.0)
    });
    let f = |t: f64| {
        if t > 0.008_856 {
            t.cbrt()
        } else {
            7.787 * t + 16.0 / 116.0
        }
    };
    let x = f((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.950_47);
    let y = f(0.2126 * red + 0.7152 * green + 0.0722 * blue);
    let z = f((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.088_83);
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

fn nearest(theme: &Theme, vision: &[[f64; 3]; 3]) -> f64 {
    let mut least = f64::INFINITY;
    for (at, a) in FLOWS.into_iter().enumerate() {
        for b in FLOWS.into_iter().skip(at + 1) {
            let (p, q) = (seen(line(theme, a), vision), seen(line(theme, b), vision));
            let distance: f64 = p.iter().zip(q).map(|(x, y)| (x - y).powi(2)).sum();
            least = least.min(distance.sqrt());
        }
    }
    least
}

#[test]
fn colorblind_keeps_flows_apart_in_every_vision() {
    let theme = Theme::named("colorblind").unwrap();
    for (name, vision) in &VISIONS {
        let least = nearest(&theme, vision);
        assert!(
            least >= 20.0,
            "{name}: nearest flow colours are {least:.1} apart"
        );
    }
    // The measure can fail: the default theme is not made for this.
    assert!(nearest(&Theme::named("light").unwrap(), &VISIONS[2].1) < 20.0);
}

#[test]
fn the_way_to_a_token_is_dashed_in_colour_themes_and_what_is_off_is_dotted() {
    for theme in all().into_iter().filter(|theme| theme.name != "print") {
        for role in Role::ALL.iter().copied() {
            let dash = &theme.look(role).dash;
            let what = format!("{}: {}", theme.name, role.word());
            match role {
                Role::OAuth => assert!(dash[0] >= 5.0, "{what}"),
                Role::Off => assert!(dash[0] <= 2.0, "{what}"),
                _ => assert!(dash.is_empty(), "{what}"),
            }
        }
    }
}

#[test]
fn print_tells_flows_apart_without_colour() {
    let theme = Theme::named("print").unwrap();
    let mut styles: Vec<String> = FLOWS
        .into_iter()
        .map(|role| format!("{} {:?}", theme.look(role).width, theme.look(role).dash))
        .collect();
    styles.sort();
    styles.dedup();
    assert_eq!(styles.len(), FLOWS.len());
}

#[test]
fn print_tells_frames_and_boxes_apart_without_colour() {
    let theme = Theme::named("print").unwrap();
    let style = |role: Role| {
        let look = theme.look(role);
        format!("{} {:?} {:?}", look.width, look.dash, look.hatch)
    };
    let mut styles: Vec<String> = FRAMES.into_iter().map(style).collect();
    styles.sort();
    styles.dedup();
    assert_eq!(styles.len(), FRAMES.len());
    // All boxes have one border: what is off or an alarm is told by its hatch.
    let hatch = |role: Role| theme.look(role).hatch;
    assert_ne!(hatch(Role::Off), hatch(Role::Alarm));
    for role in FLOWS.into_iter().filter(|role| *role != Role::Alarm) {
        assert_eq!(hatch(role), Hatch::None, "{}", role.word());
    }
}

#[test]
fn a_hatch_is_seen_and_lighter_than_any_text_or_line_on_it() {
    for theme in all() {
        for role in Role::ALL.iter().copied() {
            let look = theme.look(role);
            if look.hatch == Hatch::None {
                continue;
            }
            assert_eq!(
                theme.name,
                "print",
                "{}: colour themes need no hatch",
                role.word()
            );
            let (shade, fill) = (look.shade.unwrap(), look.fill.unwrap());
            assert_contrast(
                &theme,
                &format!("hatch of {}", role.word()),
                shade,
                fill,
                1.4,
            );
            for over in FLOWS.into_iter().chain([Role::Off]) {
                for front in [line(&theme, over), text(&theme, over)] {
                    assert!(
                        front.contrast(fill) > shade.contrast(fill),
                        "{} on the hatch of {}",
                        over.word(),
                        role.word()
                    );
                }
            }
        }
    }
}

#[test]
fn every_theme_says_what_it_is_for() {
    for theme in all() {
        assert!(!theme.description.is_empty(), "{}", theme.name);
    }
}

#[test]
fn light_and_dark_know_themselves() {
    assert!(!Theme::named("light").unwrap().is_dark());
    assert!(Theme::named("dark").unwrap().is_dark());
}
