import * as vscode from "vscode";
import { type DecodedValue, decodeParameters } from "../../../chain/abi/abiDecoder";
import { type ContractInterface, contractInterface, type DecodedEvent } from "../../../chain/abi/contractInterface";
import { precompiledAt } from "../../../chain/abi/precompiledContracts";
import type { PrecompiledName } from "../../../chain/abi/precompiledNames";
import { type DecodedRevert, revertText } from "../../../chain/abi/revert";
import { selectorOf } from "../../../chain/abi/selector";
import { readDeployment } from "../../../chain/artifact/readDeployment";
import { getBlockByNumber } from "../../../chain/rpc/blocks";
import type { TransactionReceipt } from "../../../chain/rpc/receiptSchema";
import { getTransactionReceipt } from "../../../chain/rpc/transactions";
import { listDirectory } from "../../../chain/services/bfs/listDirectory";
import { EventNames } from "../../../chain/services/contract/eventNames";
import { lookUpAbi } from "../../../chain/services/contract/lookUpAbi";
import { revertOf } from "../../../chain/services/contract/revertOf";
import { describeTable } from "../../../chain/services/table/describeTable";
import { openTable } from "../../../chain/services/table/openTable";
import { type Hex, hexToBytes } from "../../../crypto/bytes/hex";
import { cryptoSuite } from "../../../crypto/suites";
import { clientError } from "../../../errors/clientError";
import { pathFrom } from "../../../scenarios/editor/offers";
import type {
  Deployment,
  ProxyDeployment,
  RecordedOutcome,
  RecordedTransaction,
  Sending,
} from "../../../scenarios/record/recordedTransaction";
import { dataOf } from "../../flows/sent/askSent";
import { namedContract } from "../../flows/target/contractTarget";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import type { SentTransaction } from "../../state/history/sentTransactions";
import { contractPath, isContractUri } from "../../state/solidity/solidity";

const tableKinds = [
  { name: "KVTable", functions: ["set"] },
  { name: "Table", functions: ["insert", "update", "remove"] },
] as const satisfies readonly { readonly name: PrecompiledName; readonly functions: readonly string[] }[];

/** Values of an error may be of the moment: its name tells enough. What has no name here may have one where the scenario runs. */
function lastingReason(revert: DecodedRevert): string {
  if (revert.kind === "custom") return revert.name;
  return revert.kind === "unknown" || revert.kind === "ambiguous" ? "" : (revertText(revert) ?? "");
}

const proxyConstructor = [{ type: "constructor", inputs: ["address", "bytes"].map((type) => ({ name: "", type })) }];

/** The call with which a constructor runs that takes a contract and call data, where data of a deployment ends so; undefined elsewhere. */
function firstCallIn(data: Hex, implementation: string): Hex | undefined {
  const begins = `${implementation.slice(2).toLowerCase().padStart(64, "0")}${"40".padStart(64, "0")}`;
  const at = data.toLowerCase().lastIndexOf(begins);
  if (at < 0) return undefined;
  const abi = contractInterface(proxyConstructor, cryptoSuite("standard"));
  const tail: Hex = `0x${data.slice(at).toLowerCase()}`;
  try {
    const values = decodeParameters(abi.constructorInputs, hexToBytes(tail));
    return abi.encodeDeploy("0x00", values) === `0x00${tail.slice(2)}` ? (String(values[1]) as Hex) : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Reads transactions that were sent from here, as a recording tells of them. */
export class RecordedSendings {
  /** Interfaces of the contracts that a run of the recording will know, by address in small letters. */
  readonly #known = new Map<string, ContractInterface>();
  #tables: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(
    private readonly app: Chainside,
    private readonly group: ChainGroup,
    /** Path of the scenario that is written. */
    private readonly file: string,
  ) {}

  /**
   * A transaction in words; undefined where the function isn't known that it called, or what it deployed.
   * @throws ChainError usage `artifactChanged`; what a request throws.
   */
  async read(sent: SentTransaction): Promise<RecordedTransaction | undefined> {
    const { client } = this.group.session;
    const receipt = await getTransactionReceipt(client, sent.hash);
    const { data } = await dataOf(this.group, sent);
    if (sent.to !== "") return this.#sending(sent, data, receipt);
    return sent.artifact === undefined
      ? this.#proxyDeployment(sent, data, receipt)
      : this.#deployment(sent, sent.artifact, data, receipt);
  }

  /** A proxy of a contract that was deployed from a source of the workspace: its constructor takes that, and the first call. */
  async #proxyDeployment(
    sent: SentTransaction,
    data: Hex,
    receipt: TransactionReceipt,
  ): Promise<ProxyDeployment | undefined> {
    for (const { artifact, outcome } of this.app.sent.list(this.group)) {
      const implementation = outcome.kind === "done" ? outcome.contractAddress : undefined;
      const uri = artifact === undefined ? undefined : vscode.Uri.parse(artifact);
      if (!implementation || !uri || !isContractUri(uri)) continue;
      const first = firstCallIn(data, implementation);
      if (first === undefined) continue;
      const loaded = await this.app.artifacts.read(uri, this.group).catch(() => undefined);
      const abi = loaded && contractInterface(loaded.artifact.abi, this.group.session.suite);
      const call = first === "0x" ? undefined : abi?.decodeCall(first);
      if (!abi || (!call && first !== "0x")) return undefined;
      const address = receipt.contractAddress;
      if (receipt.status === 0) this.#known.set(address.toLowerCase(), abi);
      return {
        kind: "deployProxy",
        from: sent.from,
        value: BigInt(sent.value ?? 0),
        implementation,
        source: `${vscode.workspace.asRelativePath(uri.with({ fragment: "" }), false)}:${uri.fragment}`,
        name: `${loaded.artifact.name}Proxy`,
        address,
        ...(call ? { call } : {}),
        ...(await this.#outcome(receipt, abi, [])),
      };
    }
    return undefined;
  }

  async #deployment(
    sent: SentTransaction,
    artifact: string,
    data: Hex,
    receipt: TransactionReceipt,
  ): Promise<Deployment> {
    const { suite } = this.group.session;
    const uri = vscode.Uri.parse(artifact);
    const loaded = await this.app.artifacts.read(uri, this.group).catch(() => undefined);
    const parts = loaded && readDeployment(loaded.artifact, suite.name, data);
    if (!parts) throw clientError("artifactChanged");
    const abi = contractInterface(loaded.artifact.abi, suite);
    const address = receipt.contractAddress ?? "";
    if (receipt.status === 0) this.#known.set(address.toLowerCase(), abi);
    const values = decodeParameters(abi.constructorInputs, hexToBytes(parts.args));
    return {
      kind: "deploy",
      from: sent.from,
      value: BigInt(sent.value ?? 0),
      path: pathFrom(this.file, contractPath(uri)),
      name: loaded.artifact.name,
      address,
      args: abi.constructorInputs.map(({ name, type }, index) => ({ name, type, value: values[index] ?? "" })),
      libraries: parts.libraries,
      ...(await this.#outcome(receipt, abi, [])),
    };
  }

  async #sending(sent: SentTransaction, data: Hex, receipt: TransactionReceipt): Promise<Sending | undefined> {
    const { abi, builtin: precompiled } = await this.#interfaceAt(sent.to, data, receipt.blockNumber);
    const call = abi?.decodeCall(data);
    if (!abi || !call) return undefined;
    this.#known.set(sent.to.toLowerCase(), abi);
    const { outputs } = abi.getFunction(call.signature);
    const answers = receipt.status === 0 && outputs.length > 0 && receipt.output.length > 2;
    const values = answers ? abi.decodeOutput(call.signature, receipt.output) : [];
    // The interface of a table is kept on the chain, like that of any contract.
    const kind = tableKinds.find(({ functions }) => functions.some((each) => each === call.name))?.name;
    const table = kind === undefined || precompiled !== undefined ? undefined : await this.#tableAt(sent.to);
    const called = table ? kind : precompiled;
    const method = precompiled === "ContractAuth" ? await this.#methodOf(call) : undefined;
    return {
      kind: "send",
      from: sent.from,
      value: BigInt(sent.value ?? 0),
      to: sent.to,
      call,
      overloaded: abi.functions.filter(({ name }) => name === call.name).length > 1,
      ...(called ? { builtin: called } : {}),
      ...(table ? { table } : {}),
      ...(method === undefined ? {} : { method }),
      ...(await this.#outcome(receipt, abi, values)),
    };
  }

  /** The function whose selector follows the contract's address, where a run would get the same selector from it. */
  async #methodOf({ arguments: [contract, selector] }: Sending["call"]): Promise<string | undefined> {
    if (selector?.type !== "bytes4") return undefined;
    const { abi } = await this.#interfaceAt(String(contract?.value));
    const four = String(selector.value).toLowerCase();
    const found = abi?.functions.find((each) => each.selector.toLowerCase() === four)?.signature;
    return found !== undefined && selectorOf(this.group.session.suite, found) === four ? found : undefined;
  }

  /** @param data that it was called with: what the chain keeps of a proxy may not have its function */
  async #interfaceAt(
    address: string,
    data?: Hex,
    block?: number,
  ): Promise<{ abi: ContractInterface | undefined; builtin: PrecompiledName | undefined }> {
    const known = this.#known.get(address.toLowerCase());
    const fixed = precompiledAt(address);
    if (known && !fixed && (data === undefined || known.decodeCall(data))) return { abi: known, builtin: undefined };
    const { abi, source } = await lookUpAbi(this.group.session, address, { block });
    const named = source?.kind === "builtin" && source.name !== "Table" && source.name !== "KVTable";
    if (abi && (data === undefined || abi.decodeCall(data))) return { abi, builtin: named ? source.name : fixed };
    return { abi: (await namedContract(this.app, this.group, address, block))?.abi ?? abi, builtin: fixed };
  }

  async #outcome(
    receipt: TransactionReceipt,
    abi: ContractInterface,
    values: readonly DecodedValue[],
  ): Promise<RecordedOutcome> {
    const { status, blockNumber, logEntries } = receipt;
    const { timestamp } = await getBlockByNumber(this.group.session.client, blockNumber, "hashes");
    const reason = status === 0 ? "" : lastingReason(await revertOf(this.group.session, receipt, abi));
    const names = new EventNames(this.group.session);
    const events: DecodedEvent[] = [];
    for (const log of logEntries) {
      const decoded = await names.decode(log, this.#known.get(log.address.toLowerCase()));
      if (decoded) events.push(decoded);
    }
    const moment = [String(blockNumber), String(timestamp), String(Math.floor(timestamp / 1000))];
    return { status, values, events, reason, moment };
  }

  /** A table by its address: the chain tells addresses of names only. */
  async #tableAt(address: string): Promise<Sending["table"]> {
    const { session } = this.group;
    this.#tables ??= this.#allTables();
    const name = (await this.#tables).get(address.toLowerCase());
    if (name === undefined) return undefined;
    const { keyField, valueFields } = await describeTable(session, name);
    return { name, columns: [keyField, ...valueFields] };
  }

  async #allTables(): Promise<ReadonlyMap<string, string>> {
    const { session } = this.group;
    const { entries } = await listDirectory(session, "/tables");
    const found = await Promise.all(
      entries.map(async ({ name }) => [await openTable(session, name).catch(() => ""), name] as const),
    );
    return new Map(found.map(([address, name]) => [address.toLowerCase(), name]));
  }
}
