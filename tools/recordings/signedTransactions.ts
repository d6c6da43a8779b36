import { inspectSignedTransaction, type SignedTransactionInspection } from "../../src/chain/encoding/signedTransaction";
import { bytesToHex, hexToBytes } from "../../src/crypto/bytes/hex";
import type { CryptoSuite } from "../../src/crypto/cryptoSuite";
import { isObject, type Json, type Outcome, textOf } from "./exchange";
import type { Tally } from "./tally";

const withPrefix = (text: string): string => `0x${text.replace(/^0x/i, "").toLowerCase()}`;

/** What was asked to be signed, under the names of the decoded transaction; undefined where the record does not say. */
function wanted(record: Json): Record<string, string> {
  const sign = isObject(record["sign"]) ? record["sign"] : { to: record["to"], data: record["data"] };
  const sdk = isObject(record["sdkDecode"]) && isObject(record["sdkDecode"]["data"]) ? record["sdkDecode"]["data"] : {};
  const reported: Record<string, unknown> = {
    to: "to" in sign ? sign["to"] : isObject(record["sign"]) ? "" : undefined,
    input: sign["data"],
    blockLimit: sign["blockLimit"],
    version: sign["version"],
    from: sign["from"],
    abi: sign["abi"],
    value: sign["value"],
    gasPrice: sign["gasPrice"],
    gasLimit: sign["gasLimit"],
    chainId: sign["chain"] ?? sdk["chainID"],
    groupId: sign["group"] ?? sdk["groupID"],
    nonce: sign["nonce"] ?? sdk["nonce"],
    extraData: sign["extraData"],
    attribute: sign["attribute"],
  };
  const stated: Record<string, string> = {};
  for (const [name, value] of Object.entries(reported))
    if (value !== undefined && value !== null) stated[name] = String(value);
  return stated;
}

function decoded({ transaction, from }: SignedTransactionInspection): Record<string, string> {
  const { data, extraData, attribute } = transaction;
  return {
    ...Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)])),
    input: bytesToHex(data.input),
    from: from ?? "",
    extraData,
    attribute: String(attribute),
  };
}

function differences(stated: Record<string, string>, found: Record<string, string>): string[] {
  const same = (name: string): boolean => {
    const [a, b] = [stated[name] ?? "", found[name] ?? ""];
    return name === "input" ? withPrefix(a) === withPrefix(b) : name === "from" ? a.toLowerCase() === b : a === b;
  };
  return Object.keys(stated).filter((name) => !same(name));
}

/**
 * Decodes the signed bytes of a record and compares them with what was to be signed. A transaction that was damaged on purpose
 * must be noticed, and the node must have thought so too: it refused, or it saw the same other sender.
 */
function problemOf(record: Json, signedHex: string, suite: CryptoSuite, sent: Outcome | undefined): string | undefined {
  const refused = sent?.error !== undefined;
  const txHash = isObject(record["signed"]) ? textOf(record["signed"]["txHash"]) : "";
  let inspection: SignedTransactionInspection;
  try {
    inspection = inspectSignedTransaction(suite, hexToBytes(signedHex));
  } catch (error) {
    return refused ? undefined : `not decoded, yet taken by the node: ${String(error)}`;
  }
  const wrong = differences(wanted(record), decoded(inspection));
  if (txHash !== "" && inspection.hash !== txHash) wrong.push("hash");
  if (wrong.length === 0) return undefined;
  if (!inspection.hashMatches || inspection.from === undefined) {
    return refused ? undefined : `damaged (${wrong.join(", ")}), yet taken by the node`;
  }
  const receipt = isObject(sent?.value) ? sent.value : {};
  if (refused || receipt["from"] === inspection.from)
    return wrong.every((name) => name === "from") ? undefined : wrong.join(", ");
  return wrong.join(", ");
}

/** Checks the signed transaction of a record, if it has one. `outcomes` are those of the same record. */
export function checkSignedTransaction(
  record: Json,
  suite: CryptoSuite,
  outcomes: readonly Outcome[],
  tally: Tally,
): void {
  const signed = isObject(record["signed"]) ? textOf(record["signed"]["signedTx"]) : textOf(record["signedTx"]);
  const sends = outcomes.filter(({ method }) => method === "sendTransaction");
  if (signed !== "") {
    const problem = problemOf(record, signed, suite, sends[0]);
    tally.add("(signed transaction)", problem && `${textOf(record["name"])}: ${problem}`);
    return;
  }
  for (const send of sends) {
    if (send.error) continue;
    const problem = problemOf({}, textOf(send.params[2]), suite, send);
    tally.add("(signed transaction)", problem && `${send.name}: ${problem}`);
  }
}
