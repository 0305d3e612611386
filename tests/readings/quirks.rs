//! Each oddity of configuration files in the field has a test named after what a user sees; its rows stand in
//! `quirks/*.toml` under the same number.

use std::path::PathBuf;

use crate::table::{Row, Table};
use crate::{compare, files_below, root};

/// Reads the rows of all tables of quirks.
pub(crate) fn rows() -> Vec<Row> {
    let tables = files_below("tests/readings/quirks");
    let paths = tables.iter().map(|file| root().join(file));
    paths
        .flat_map(|path: PathBuf| Table::read(&path).rows)
        .collect()
}

/// Makes one test per quirk, and the list of their numbers.
macro_rules! quirks {
    ($($number:literal => $name:ident,)+) => {
        const NUMBERS: &[u8] = &[$($number,)+];
        $(
            #[test]
            fn $name() {
                check($number);
            }
        )+
    };
}

quirks! {
    1 => a_byte_order_mark_makes_claude_desktop_drop_the_file,
    2 => a_byte_order_mark_makes_claude_code_and_cline_drop_the_file,
    3 => a_file_in_utf16_is_read,
    4 => comments_are_told_where_the_client_refuses_them,
    5 => trailing_commas_are_told_where_the_client_refuses_them,
    6 => json5_is_read_and_told_where_the_client_refuses_it,
    7 => of_two_entries_of_one_name_the_last_is_drawn,
    8 => a_second_section_under_another_key_is_drawn_as_ignored,
    9 => an_empty_file_has_no_servers_and_is_no_error,
    10 => an_empty_managed_file_turns_every_server_off,
    11 => history_and_caches_of_a_state_file_stay_out,
    12 => a_pipe_is_skipped_with_a_note,
    13 => a_snippet_without_its_braces_is_read,
    14 => the_right_file_with_the_wrong_key_shows_what_is_ignored,
    15 => a_root_file_with_servers_is_visual_studios,
    16 => mcp_servers_has_three_owners,
    17 => a_dotted_key_is_one_key,
    18 => a_plugin_file_needs_no_wrapper,
    19 => servers_in_a_settings_file_are_drawn_as_ignored,
    20 => one_state_file_holds_servers_of_the_user_and_of_projects,
    21 => the_same_server_in_several_files_is_told_apart,
    22 => a_bare_toggle_is_no_error,
    23 => one_command_with_two_environments_is_two_servers,
    24 => every_spelling_of_off_is_off,
    25 => an_address_without_a_type_means_what_the_client_makes_of_it,
    26 => one_bad_entry_that_breaks_all_of_codex_is_told,
    27 => headers_that_codex_does_not_send_are_told,
    28 => command_and_address_together_are_settled_as_the_client_does,
    29 => every_spelling_of_a_transport_is_known,
    30 => an_unknown_transport_costs_its_own_entry_only,
    31 => an_address_under_another_clients_key_does_not_connect,
    32 => a_command_may_be_a_list_or_an_object,
    33 => a_whole_command_line_is_split_and_a_path_with_spaces_is_not,
    34 => arguments_may_be_missing_null_text_or_numbers,
    35 => variables_may_be_numbers_flags_or_null,
    36 => an_environment_may_be_a_list_or_a_text,
    37 => headers_may_be_a_list,
    38 => an_empty_address_is_not_configured_yet,
    39 => timeouts_of_different_units_are_not_shown,
    40 => names_that_break_other_programs_are_drawn,
    41 => a_list_of_servers_is_read_like_a_map,
    42 => a_text_where_a_list_belongs_costs_nothing_else,
    43 => cmd_c_is_unwrapped,
    44 => a_full_path_to_npx_cmd_or_uvx_exe_is_still_npx_or_uvx,
    45 => a_verbatim_windows_path_is_a_path,
    46 => a_hop_into_wsl_or_out_of_it_is_a_boundary,
    47 => mcp_remote_is_a_bridge_to_a_remote_server,
    48 => the_other_arguments_of_mcp_remote_are_read,
    49 => supergateway_goes_both_ways,
    50 => mcp_proxy_goes_both_ways,
    51 => docker_run_shows_what_the_container_gets,
    52 => docker_mcp_gateway_run_hides_servers,
    53 => code_from_git_is_unpinned_unless_a_commit_is_named,
    54 => latest_or_no_version_is_unpinned,
    55 => a_shell_string_is_unwrapped,
    56 => a_command_that_runs_on_load_is_marked,
    57 => sockets_and_pipes_stay_on_the_machine,
    58 => plain_http_is_an_alarm_only_off_the_machine,
    59 => a_single_backslash_is_told_with_its_remedy,
    60 => a_process_on_another_machine_stands_there,
    61 => a_key_in_the_query_is_masked,
    62 => a_key_in_the_path_is_masked,
    63 => a_password_in_the_address_is_masked,
    64 => a_secret_in_the_arguments_is_masked,
    65 => a_secret_header_under_any_name_is_masked,
    66 => stored_tokens_and_client_secrets_are_credentials,
    67 => a_file_or_a_name_is_a_reference_not_a_secret,
    68 => white_space_in_a_token_is_told,
    69 => a_variable_is_a_reference_and_proves_nothing,
    70 => a_foreign_variable_is_not_expanded,
    71 => a_placeholder_is_no_leaked_secret,
    72 => an_install_link_never_shows_what_it_carries,
    73 => the_sandbox_of_vs_code_also_approves,
    74 => a_sandbox_for_commands_does_not_enclose_servers,
    75 => an_allow_rule_that_does_nothing_is_told,
    76 => an_approval_by_name_holds_whatever_stands_under_the_name,
    77 => where_nobody_is_asked_nobody_approves,
    78 => auto_approve_is_a_flag_or_a_list,
    79 => a_filter_of_the_gateway_is_not_the_hosts,
    80 => servers_stand_in_files_that_are_no_configuration,
}

/// Runs the rows of one quirk.
fn check(number: u8) {
    if number == 12 {
        not_regular_files();
    }
    let of_number = rows().into_iter().filter(|row| row.quirk == Some(number));
    let wrong: Vec<String> = of_number.flat_map(|row| compare::row(&row)).collect();
    assert!(
        wrong.is_empty(),
        "quirk {number}:\n  {}\n",
        wrong.join("\n  ")
    );
}

#[test]
fn all_eighty_quirks_are_listed_and_each_has_a_row() {
    let all: Vec<u8> = (1..=80).collect();
    assert_eq!(NUMBERS, all);
    let rows = rows();
    let unnumbered = rows.iter().filter(|row| row.quirk.is_none());
    assert_eq!(unnumbered.map(Row::title).collect::<Vec<_>>(), [""; 0]);
    for number in all {
        let has_row = rows.iter().any(|row| row.quirk == Some(number));
        assert!(has_row || number == 12, "quirk {number} has no row");
    }
}

/// A configuration may be a link, and a pipe under its name must not stop the run.
#[cfg(unix)]
fn not_regular_files() {
    let dir = std::env::temp_dir().join(format!("mcpdiag-pipe-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(dir.join(".cursor")).unwrap();
    let text = r#"{"mcpServers": {"soil": {"command": "soil-mcp"}}}"#;
    std::fs::write(dir.join("elsewhere.json"), text).unwrap();
    std::os::unix::fs::symlink("../elsewhere.json", dir.join(".cursor/mcp.json")).unwrap();
    let pipe = std::process::Command::new("mkfifo")
        .arg(dir.join(".mcp.json"))
        .status();
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_mcpdiag"))
        .args(["-f", "json", "-v", "."])
        .current_dir(&dir)
        .output()
        .unwrap();
    std::fs::remove_dir_all(&dir).unwrap();
    let (out, said) = (
        String::from_utf8_lossy(&ran.stdout),
        String::from_utf8_lossy(&ran.stderr),
    );
    assert_eq!(ran.status.code(), Some(0), "{said}");
    assert!(out.contains("\"soil\""), "{out}");
    if pipe.is_ok_and(|status| status.success()) {
        assert!(said.contains("not a regular file"), "{said}");
    }
}

#[cfg(not(unix))]
fn not_regular_files() {}
