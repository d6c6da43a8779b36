import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CryptoSuite } from "../../src/crypto/cryptoSuite";
import { smSuite, standardSuite } from "../../src/crypto/suites";
import { type ChainFacts, collectFacts, verifyFacts } from "./chainFacts";
import { ContractReader } from "./contractData";
import { decodeExchange, findExchanges, isObject, type Json, type Outcome, textOf } from "./exchange";
import { checkRawTcp, checkTls, FrameReader } from "./rawRecords";
import { checkSignedTransaction } from "./signedTransactions";
import type { Tally } from "./tally";

interface RecordingFile {
  name: string;
  text: string;
  meta: Json;
  records: Json[];
}

function readFolder(folder: string): RecordingFile[] {
  const files: RecordingFile[] = [];
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".json"))) {
    const text = readFileSync(join(folder, name), "utf8");
    const json: unknown = JSON.parse(text);
    if (!isObject(json) || !Array.isArray(json["records"])) continue;
    files.push({
      name,
      text,
      meta: isObject(json["meta"]) ? json["meta"] : {},
      records: json["records"].filter(isObject),
    });
  }
  return files;
}

/** A chain's cryptography, from the length of the signatures in its traffic: 65 bytes and 64 or 128. */
function suiteOf(files: readonly RecordingFile[]): CryptoSuite {
  const sm = /\\?"signature\\?":\\?"0x(?:[0-9a-f]{128}|[0-9a-f]{256})\\?"|"smCryptoType\\+":true/;
  return files.some(({ text }) => sm.test(text)) ? smSuite : standardSuite;
}

async function checkRecord(record: Json, file: RecordingFile, frames: FrameReader, tally: Tally): Promise<Outcome[]> {
  if (typeof record["dir"] === "string") {
    const outcome = await frames.check(record);
    return outcome ? [outcome] : [];
  }
  if (Array.isArray(record["events"])) await checkTls(record, textOf(file.meta["url"]), tally);
  const { request } = record;
  if (isObject(request) && typeof request["tcp"] === "string") await checkRawTcp(record, tally);
  const name = `${file.name}: ${textOf(record["name"])}`;
  const exchanges = findExchanges(record, name);
  if (exchanges.length === 0 && typeof record["body"] === "string" && typeof record["status"] === "number") {
    exchanges.push({
      name,
      endpoint: textOf(file.meta["url"]),
      body: "",
      response: { status: record["status"], body: record["body"] },
    });
  }
  return (await Promise.all(exchanges.map(decodeExchange))).flat();
}

/** The ABIs that come with the recordings, each once. */
function ownAbis(files: readonly RecordingFile[]): (readonly unknown[])[] {
  const abis = new Map<string, readonly unknown[]>();
  for (const { meta } of files) {
    for (const member of Object.values(meta)) {
      const abi = isObject(member) ? member["abi"] : undefined;
      if (Array.isArray(abi)) abis.set(JSON.stringify(abi), abi);
    }
  }
  return [...abis.values()];
}

/** Feeds every recording of one chain through the client. */
export async function checkFolder(folder: string, tally: Tally): Promise<void> {
  const files = readFolder(folder);
  const suite = suiteOf(files);
  const reader = new ContractReader(suite, ownAbis(files));
  const facts: ChainFacts = { blocks: [], receipts: [], transactions: [] };
  for (const file of files) {
    const frames = new FrameReader(textOf(file.meta["url"]), tally);
    for (const record of file.records) {
      const outcomes = await checkRecord(record, file, frames, tally);
      for (const outcome of outcomes) {
        tally.add(outcome.method, outcome.problem && `${outcome.name}: ${outcome.problem}`);
        collectFacts(outcome, facts);
        reader.check(outcome, tally);
      }
      reader.checkCall(record, tally);
      checkSignedTransaction(record, suite, outcomes, tally);
    }
  }
  verifyFacts(suite, facts, tally);
}
