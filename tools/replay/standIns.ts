import { precompiledContracts, precompiledInterface } from "../../src/chain/abi/precompiledContracts";
import type { PrecompiledName } from "../../src/chain/abi/precompiledNames";
import { decodeSignedTransaction, encodeSignedTransaction } from "../../src/chain/encoding/signedTransaction";
import { createAddress } from "../../src/chain/transaction/contractAddress";
import { bytesToHexDigits, hexToBytes } from "../../src/crypto/bytes/hex";
import { smSuite, standardSuite } from "../../src/crypto/suites";
import type { Group } from "../../src/devchain/ledger/group";
import { isWithout } from "./chainShape";
import { type Exchange, fileOrder as firstFiles, type RecordedChain, type RecordedFile } from "./recording";

/** The order of the first files, and of those that followed them. */
const fileOrder = [...firstFiles, "balance-governor", "sharding", "logs-filters", "web3-unfunded", "web3"];

/** Recordings whose requests do the same on another chain. `consensus` names nodes, and is told otherwise for chains of one. */
const portable = new Set([
  "transactions",
  "out-of-gas",
  "bfs",
  "consensus",
  "system-config",
  "tables",
  "balance",
  "misc-precompiles",
  "balance-governor",
  "logs-filters",
]);

/** What another chain was sent where this chain's own recording is kept elsewhere. */
export interface StandIn {
  readonly file: RecordedFile;
  /** It can be sent as it is: the signatures, hashes and node IDs are right for this chain too. */
  readonly asItIs: boolean;
}

/** They name nodes, or contracts that have other addresses where the chain had another height. */
const named = new Set(["consensus", "tables"]);

const isSm = (name: string): boolean => /sm\d?$/.test(name);
const isAuth = (name: string): boolean => /auth\d?$|up\d?$/.test(name);

/**
 * Recordings of the chains beside this one for the files that this one lacks before its file of that index. The state that they leave is
 * that of the missing recordings, because all chains were sent the same. Chains with governance were sent what their governor signed.
 */
export function standInsBefore(chain: RecordedChain, index: number): StandIn[] {
  const rank = (name: string): number => fileOrder.indexOf(name);
  const until = rank(chain.files[index]?.name ?? "");
  const before = Math.max(-1, ...chain.files.slice(0, index).map(({ name }) => rank(name)));
  const missing = fileOrder.filter(
    (name, at) =>
      at > before &&
      (until < 0 || at < until) &&
      portable.has(name) &&
      !isWithout(chain.name, name) &&
      !chain.files.some((file) => file.name === name),
  );
  const isNew = (name: string): boolean => /^v\d/.test(name);
  const strangeness = (other: string): number =>
    Number(isNew(other) !== isNew(chain.name)) * 4 +
    Number(isSm(other) !== isSm(chain.name)) * 2 +
    Number(isAuth(other) !== isAuth(chain.name));
  return missing.flatMap((name): StandIn[] => {
    const found = chain.others
      .filter(({ file }) => file.name === name)
      .sort((a, b) => strangeness(a.chain) - strangeness(b.chain))[0];
    if (!found) return [];
    return [{ file: found.file, asItIs: !isSm(chain.name) && !named.has(name) }];
  });
}

const knownContracts = Object.keys(precompiledContracts) as PrecompiledName[];

/** The same call under the hash of SM chains. */
function smSelector(input: string): string {
  for (const contract of knownContracts) {
    const found = precompiledInterface(contract, standardSuite).functions.find(
      ({ selector }) => selector === `0x${input.slice(0, 8)}`,
    );
    const twin = precompiledInterface(contract, smSuite).functions.find(
      ({ signature }) => signature === found?.signature,
    );
    if (twin) return twin.selector.slice(2) + input.slice(8);
  }
  return input;
}

/** The address on this chain of a contract that stands at an address of the other, some blocks later. */
function sameContract(to: string, group: Group, later: number): string {
  for (let number = Math.max(1, later + 1); number <= group.blocks.head + later; number++) {
    for (const seq of [0, 1, 2]) {
      if (createAddress(standardSuite, number, 0, seq) === to)
        return createAddress(group.suite, number - later, 0, seq);
    }
  }
  return to;
}

/** What was sent to a chain of four nodes that a chain of one has not seen: it ends with refusals to let the last sealer go. */
const skipped = new Set(["addSealer back"]);

/** Puts a transaction of another chain into this one: unsigned, with this chain's node, selectors and addresses. */
export async function sendInOwnWords(group: Group, exchange: Exchange, sender: string): Promise<void> {
  const signed = /"0x([0-9a-f]+)"/i.exec(exchange.body)?.[1];
  if (signed === undefined || skipped.has(exchange.name)) return;
  const transaction = decodeSignedTransaction(hexToBytes(signed));
  const { data } = transaction;
  const node = /[0-9a-f]{128}/.exec(Buffer.from(data.input).toString("latin1"))?.[0] ?? "";
  const unknownNode = /^(ab)+$/.test(node);
  const own = group.members.nodes[0]?.nodeId ?? "";
  let input = bytesToHexDigits(data.input);
  if (node && !unknownNode) input = input.replaceAll(digitsOf(node), digitsOf(own));
  if (group.suite.name === "sm") input = smSelector(input);
  const block = Number(/"result":\{"blockNumber":(\d+)/.exec(exchange.answer ?? "")?.[1] ?? 0);
  const to = sameContract(data.to, group, block - group.blocks.head - 1);
  const reported = { ...transaction, data: { ...data, to: to as typeof data.to, input: hexToBytes(input) } };
  await group.submitAs(encodeSignedTransaction(reported), sender);
}

const digitsOf = (text: string): string => Buffer.from(text, "latin1").toString("hex");
