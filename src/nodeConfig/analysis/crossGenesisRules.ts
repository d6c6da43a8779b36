import { text } from "../../text/catalogue";
import { atLeast, isVersion } from "../../text/versions";
import type { IniDocument } from "../document/iniDocument";
import type { IniLine } from "../document/iniLine";
import { type FindingText, noStart } from "../findings/finding";
import { castInt64, readBool, readUnsigned } from "../values/typedRead";
import { flag } from "./conditionalKeys";
import type { Evaluation } from "./evaluation";
import { onHeader, onValue, type PlacedFinding } from "./onLine";
import { removalFindings } from "./removalRules";

const isAddress = (value: string): boolean => /^(?:0x)?[0-9a-fA-F]{40}$/.test(value);
const isZero = (value: string): boolean => /^(?:0x)?0{40}$/.test(value);

/** What comes of a first governor that no account can be. */
function governorMessage(value: string, on: boolean): FindingText {
  if (isZero(value))
    return on
      ? text("No account has the zero address. The node starts, but its committee permanently has no governor.")
      : text(
          "No account has the zero address. If permission governance is switched on later, its committee permanently has no governor.",
        );
  return on
    ? text("Not an address of 40 hex digits. The node starts, but its committee permanently has no governor.")
    : text(
        "Not an address of 40 hex digits. If permission governance is switched on later, its committee permanently has no governor.",
      );
}

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
  } else if (admin && admin.value !== "" && (!isAddress(admin.value) || isZero(admin.value))) {
    const on = flag(document, "executor", "is_auth_check");
    const message = governorMessage(admin.value, on);
    findings.push({ line: admin, finding: onValue(admin, "genesis.admin", message, on ? "error" : "warning") });
  }
  return [
    ...findings,
    ...versionFindings(document, evaluation),
    ...leaderPeriod(document),
    ...epochFindings(document),
    ...removalFindings(document, evaluation),
  ];
}

/** Below data version 3.1.0, that without any included, a node reads `[chain]` in config.ini (docs/protocol/config-genesis.md, "Use"). */
function unreadChain(document: IniDocument, version: IniLine | undefined): PlacedFinding[] {
  const chain = document.sections("chain").find(({ keys }) => keys.size > 0)?.header;
  if (!chain || (version && (!isVersion(version.value) || atLeast(version.value, "3.1.0")))) return [];
  const message = version
    ? text("With data version {0}, the node reads [chain] in config.ini and ignores it here.", version.value)
    : text(
        "Without compatibility_version, the chain begins with data version 3.0.0-rc4: the node reads [chain] in config.ini and ignores it here.",
      );
  return [{ line: chain, finding: onHeader(chain, "chain.unread", message) }];
}

/** From 3.6.0 a chain begins with one block a leader, whatever the file says. */
function leaderPeriod(document: IniDocument): PlacedFinding[] {
  const line = document.find("consensus", "leader_period");
  const version = document.find("version", "compatibility_version")?.value ?? "3.0.0";
  const period = line && castInt64(line.value);
  if (!line || period === undefined || period <= 1n || !isVersion(version) || !atLeast(version, "3.6.0")) return [];
  const message = text(
    "The chain begins with 1 whatever stands here. Set consensus_leader_period on the running chain instead.",
  );
  return [{ line, finding: onValue(line, "ini.unreadKey", message, "information") }];
}

/**
 * rPBFT from data version 3.5.0: block 0 lets the first `epoch_sealer_num` sealers work (`Ledger::selectWorkingSealer`), and each block's
 * number is divided by `epoch_block_num` (`WorkingSealerManagerImpl::shouldRotate`).
 */
function epochFindings(document: IniDocument): PlacedFinding[] {
  const version = document.find("version", "compatibility_version")?.value ?? "3.0.0";
  if (document.find("consensus", "consensus_type")?.value !== "rpbft" || !atLeast(version, "3.5.0")) return [];
  const messages = {
    epoch_sealer_num: text("With 0, no sealer takes part in consensus: the chain never makes a block."),
    epoch_block_num: text("With 0, the node crashes when it runs the first block."),
  } as const;
  return Object.entries(messages).flatMap(([key, message]) => {
    const line = document.find("consensus", key);
    if (!line || readUnsigned(line.value, 32) !== 0n) return [];
    return [{ line, finding: onValue(line, "value.range", message) }];
  });
}

function versionFindings(document: IniDocument, evaluation: Evaluation): PlacedFinding[] {
  const findings: PlacedFinding[] = [];
  const version = document.find("version", "compatibility_version");
  findings.push(...unreadChain(document, version));
  // of other signs than those of ASCII, comments, and quotes the rule on the value speaks
  if (version && /^[!-~]*$/.test(version.value) && !/^["']|[;#]/.test(version.value)) {
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
