import { text } from "../../text/catalogue";
import { atLeast } from "../../text/versions";
import type { IniDocument } from "../document/iniDocument";
import { noStart } from "../findings/finding";
import { readBool } from "../values/typedRead";
import { flag } from "./conditionalKeys";
import type { Evaluation } from "./evaluation";
import { onHeader, onValue, type PlacedFinding } from "./onLine";
import { removalFindings } from "./removalRules";

/** Whether an account can have this address. */
const isGovernor = (value: string): boolean => /^(?:0x)?[0-9a-fA-F]{40}$/.test(value) && !/^(?:0x)?0{40}$/.test(value);

/** The rules of config.genesis that compare keys with each other. */
export function crossGenesisFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const wasm = document.find("executor", "is_wasm");
  if (wasm && readBool(wasm.value) === true) {
    if (!flag(document, "executor", "is_serial_execute")) {
      const message = noStart(
        text("WASM runs only serially. Without is_serial_execute=true, the node refuses to start."),
      );
      findings.push({ line: wasm, finding: onValue(wasm, "value.enum", message) });
    } else if (flag(document, "executor", "is_auth_check")) {
      const message = noStart(
        text("WASM doesn't support permission governance. With is_auth_check=true, the node refuses to start."),
      );
      findings.push({ line: wasm, finding: onValue(wasm, "value.enum", message) });
    }
  }
  const version = document.find("version", "compatibility_version")?.value ?? "3.0.0";
  const admin = document.find("executor", "auth_admin_account");
  if ((flag(document, "executor", "is_auth_check") || atLeast(version, "3.3.0")) && (admin?.value ?? "") === "") {
    const message = noStart(
      text("auth_admin_account is missing. The node refuses to start, even with is_auth_check=false (from 3.3.0)."),
    );
    const place = document.header("executor") ?? document.header("version");
    if (admin) findings.push({ line: admin, finding: onValue(admin, "value.missing", message) });
    else if (place) findings.push({ line: place, finding: onHeader(place, "value.missing", message) });
  } else if (admin && admin.value !== "" && !isGovernor(admin.value)) {
    const on = flag(document, "executor", "is_auth_check");
    const message = on
      ? text("Not an address of 40 hex digits. The node starts, but its committee permanently has no governor.")
      : text(
          "Not an address of 40 hex digits. If permission governance is switched on later, its committee permanently has no governor.",
        );
    findings.push({ line: admin, finding: onValue(admin, "genesis.admin", message, on ? "error" : "warning") });
  }
  return [...findings, ...versionFindings(document, evaluation), ...removalFindings(document, evaluation)];
}

function versionFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const version = document.find("version", "compatibility_version");
  if (version) {
    if (!/^[0-9]+\.[0-9]+(\.[0-9]+)?$|^3\.0\.0-rc[0-9]+$/.test(version.value)) {
      const message = noStart(text("Not in the form MAJOR.MINOR.PATCH or 3.0.0-rcN. The node refuses to start."));
      findings.push({ line: version, finding: onValue(version, "value.enum", message) });
    } else if (Number.parseInt(version.value, 10) < 3) {
      const message = noStart(text("A data version of 3.x is needed. The node refuses to start."));
      findings.push({ line: version, finding: onValue(version, "value.range", message) });
    } else if (!atLeast(evaluation.version, version.value)) {
      const message = noStart(text("Newer than node {0}, which refuses to start with it.", evaluation.version));
      findings.push({ line: version, finding: onValue(version, "value.range", message) });
    }
  }
  return findings;
}
