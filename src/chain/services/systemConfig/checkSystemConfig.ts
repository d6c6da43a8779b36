import { amountOf, numberToHex } from "../../../crypto/bytes/hex";
import type { ChainError } from "../../../errors/chainError";
import { type ClientErrorCode, clientError } from "../../../errors/clientError";
import { atLeast, compareVersions, isDataVersion } from "../../../text/versions";
import type { RequestOptions } from "../../client/client";
import { type SystemConfigKey, systemConfigKey } from "../../config/systemConfigKeys";
import type { NodeInfo } from "../../rpc/groups";
import { getGroupInfoList } from "../../rpc/groups";
import type { ChainSession } from "../../session";
import { parseAmount } from "../balance/amount";
import { getSystemConfig } from "./getSystemConfig";

interface SystemConfigCheck {
  /** Key and value as the node takes them: lower case; a gas price in hex. */
  readonly key: string;
  readonly value: string;
  /**
   * What the value does to the chain beyond its meaning, worst first. `locksOut`: no account, or none without a balance or rights, can
   * work with the chain any more, perhaps not even undo it; it needs an explicit override. `irreversible`: there is no way back.
   */
  readonly warnings: readonly { readonly severity: "locksOut" | "irreversible"; readonly error: ChainError }[];
}

/** Below this, deployments and committee transactions run out of gas. */
const usableGasLimit = 10_000_000n;

/** Nodes read integers of 64 bits. */
const maxInteger = 2n ** 63n - 1n;

function normalise({ key, form }: SystemConfigKey, given: string): string {
  const value = given.trim();
  if (value === "") throw clientError("configEmpty", { key });
  switch (form.kind) {
    case "integer": {
      if (!/^[+-]?\d+$/.test(value)) throw clientError("configNotNumber", { key, value });
      const number = BigInt(value);
      const { min, max = maxInteger } = form;
      if (number < min || number > max) {
        // Signs instead of words: the sentence around it comes in the user's language.
        const range = form.max === undefined && number < min ? `≥ ${min}` : `${min} … ${max}`;
        throw clientError("configOutOfRange", { key, value, range });
      }
      return number.toString();
    }
    case "gasPrice":
      return /^0x[0-9a-fA-F]*$/.test(value) ? value : numberToHex(parseAmount(value));
    case "version":
      if (!isDataVersion(value) || !atLeast(value, "3.0.0")) throw clientError("configNotVersion", { key, value });
      return value;
    case "switch":
      if (value !== "1") throw clientError("configSwitchOnly", { key, value });
      return value;
  }
}

/** The nodes of the session's group that the asked one tells of. */
async function nodesOf(session: ChainSession, options?: RequestOptions): Promise<NodeInfo[]> {
  const groups = await getGroupInfoList(session.client, options);
  return groups.filter((group) => group.groupID === session.groupId).flatMap((group) => group.nodeList);
}

async function checkVersion(
  session: ChainSession,
  value: string,
  options?: RequestOptions,
): Promise<SystemConfigCheck["warnings"]> {
  const newer = compareVersions(value, session.compatibilityVersion);
  if (newer < 0) {
    throw clientError("configVersionDown", { value, current: session.compatibilityVersion });
  }
  if (newer === 0) return [];
  const nodes = await nodesOf(session, options);
  const programVersions = nodes.map(({ iniConfig }) => iniConfig.binaryInfo?.version ?? "");
  const versions = [...programVersions, session.nodeVersion].filter((version) => version !== "");
  const [oldest] = versions.sort(compareVersions);
  const beyond = oldest !== undefined && !atLeast(oldest, value);
  return [
    ...(beyond ? [locksOut("configVersionTooNew", { value, oldest })] : []),
    {
      severity: "irreversible",
      error: clientError("configVersionForGood", { value, current: session.compatibilityVersion }),
    },
  ];
}

function locksOut(
  code: ClientErrorCode,
  details: Readonly<Record<string, string>>,
): SystemConfigCheck["warnings"][number] {
  return { severity: "locksOut", error: clientError(code, details) };
}

async function checkSwitch(
  session: ChainSession,
  { key, form }: SystemConfigKey,
  options?: RequestOptions,
): Promise<SystemConfigCheck["warnings"]> {
  const ignorant = (await nodesOf(session, options)).find(
    (node) => node.featureKeys !== undefined && !node.featureKeys.includes(key),
  );
  if (ignorant) throw clientError("configUnknownToNode", { key, node: ignorant.name });
  const needs = form.kind === "switch" ? form.needs : undefined;
  if (needs !== undefined && (await getSystemConfig(session, needs, options))?.value !== "1")
    throw clientError("configNeeds", { key, needs });
  return [{ severity: "irreversible", error: clientError("configSwitchForGood", { key }) }];
}

/**
 * Checks a value before it is signed, by the node's rules and beyond: what the node would take although it locks people out.
 * @throws ChainError usage `config…` for what the node would refuse.
 */
export async function checkSystemConfig(
  session: ChainSession,
  givenKey: string,
  givenValue: string,
  options?: RequestOptions,
): Promise<SystemConfigCheck> {
  const known = systemConfigKey(givenKey.trim().toLowerCase());
  if (!known) throw clientError("configUnknownKey", { key: givenKey });
  const { key, since, form } = known;
  const value = normalise(known, givenValue);
  if (form.kind !== "switch" && !atLeast(session.compatibilityVersion, since)) {
    throw clientError("needsCompatibility", { operation: key, since, current: session.compatibilityVersion });
  }
  if (form.kind === "version") return { key, value, warnings: await checkVersion(session, value, options) };
  if (form.kind === "switch") return { key, value, warnings: await checkSwitch(session, known, options) };
  const warnings: SystemConfigCheck["warnings"][number][] = [];
  if (form.kind === "gasPrice" && amountOf(value) > 0n) warnings.push(locksOut("configGasPrice", { value }));
  if (key === "tx_gas_limit" && BigInt(value) < usableGasLimit) warnings.push(locksOut("configGasLimit", { value }));
  if (key === "auth_check_status" && (value !== "0") !== session.authEnabled) {
    warnings.push(locksOut(value === "0" ? "configAuthOff" : "configAuthOn", { value }));
  }
  return { key, value, warnings };
}
