import type { ContractInterface } from "../../../chain/abi/contractInterface";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { type NotebookRequest, type WrittenLine, writtenLines } from "../../../chain/notebook/requestText";
import { methodNamed } from "../../../chain/rpc/methodTable";
import { checkParameters, readParameters } from "../../../chain/rpc/wireParameter";
import { zeroAddress } from "../../../crypto/bytes/hex";
import { ChainError } from "../../../errors/chainError";
import { nouns } from "../../../operations/catalogue";
import { writtenOperation, writtenValues } from "../../../operations/words/writtenOperation";
import { namedArtifact } from "../../flows/contracts/namedArtifact";
import { withAddresses } from "../../flows/target/addressNamed";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { interfaceKnownHere, targetAddress } from "./requestTargets";

/** What is wrong with a request before it is done. */
export interface RequestProblem {
  /** Of the cell, from 0. */
  readonly line: number;
  /** The words that it is about, in UTF-16 units of the cell; undefined where the line can't be taken apart into words. */
  readonly start?: number;
  readonly end?: number;
  readonly error: ChainError;
  /** Whether it follows from what is known now of a chain or a workspace, and may be right when the line has its turn. */
  readonly passing: boolean;
}

interface Found {
  readonly error: ChainError;
  /** The word that it is about; default: all of the line. */
  readonly word?: number;
  readonly passing: boolean;
}

interface Context {
  readonly app: Chainside;
  /** Of the notebook, as far as it is connected. */
  readonly group: ChainGroup | undefined;
}

/** The context of one cell, whose lines may name one contract again and again. */
interface CellContext extends Context {
  readonly interfaces: Map<string, ContractInterface | undefined>;
}

/** What is known of the contract that a line names. @throws ChainError usage `unknownContractName` */
function interfaceNamed({ app, group, interfaces }: CellContext, target: string): ContractInterface | undefined {
  if (!group) return undefined;
  if (!interfaces.has(target))
    interfaces.set(target, interfaceKnownHere(app, group, targetAddress(app, group, target)));
  return interfaces.get(target);
}

/** What a check refuses, in the product's words; what else happens isn't the line's fault. */
async function refused(check: () => unknown, about: Omit<Found, "error">): Promise<Found | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof ChainError && error.kind === "usage") return { error, ...about };
    throw error;
  }
}

async function checkRpc(
  { method, args }: Extract<NotebookRequest, { kind: "rpc" }>,
  { usesVariables }: WrittenLine,
): Promise<Found | undefined> {
  const unknown = await refused(() => methodNamed(method), { word: 1, passing: false });
  if (unknown || usesVariables) return unknown;
  const known = methodNamed(method);
  return refused(() => checkParameters(known, readParameters(args, known)), { passing: false });
}

async function checkOperation(
  request: Extract<NotebookRequest, { kind: "operation" }>,
  { usesVariables }: WrittenLine,
): Promise<Found | undefined> {
  return refused(
    async () => {
      const written = await writtenOperation(request);
      // any word may be a name that is known when the line has its turn
      if (!usesVariables) await writtenValues(request, written, async () => zeroAddress);
    },
    { passing: false },
  );
}

/** A call or transaction, beside what is known here of its contract. */
async function checkCall(
  context: CellContext,
  request: Extract<NotebookRequest, { kind: "call" | "send" }>,
  { words, usesVariables }: WrittenLine,
): Promise<Found | undefined> {
  const { app, group } = context;
  const isOpen = (word: number): boolean => words[word]?.text.includes("$") === true;
  if (!group || isOpen(1) || !("function" in request) || isOpen(2)) return undefined;
  const { target, function: name, args } = request;
  const nameless = await refused(() => interfaceNamed(context, target), { word: 1, passing: true });
  if (nameless) return nameless;
  const abi = interfaceNamed(context, target);
  if (!abi) return undefined;
  const unknown = await refused(() => abi.getFunction(name), { word: 2, passing: true });
  if (unknown || usesVariables) return unknown;
  const called = abi.getFunction(name);
  return refused(() => abi.encodeCall(called.signature, withAddresses(app, group, called.inputs, args)), {
    passing: true,
  });
}

/** A deployment, beside the compiled contract of its name. */
async function checkDeployment(
  { app, group }: Context,
  { artifact: name, args }: Extract<NotebookRequest, { kind: "deploy" }>,
  { words, usesVariables }: WrittenLine,
): Promise<Found | undefined> {
  if (words[1]?.text.includes("$")) return undefined;
  const absent = await refused(() => namedArtifact(app, name, group), { word: 1, passing: true });
  if (absent || usesVariables || !group) return absent;
  const { artifact } = await namedArtifact(app, name, group);
  const abi = artifactInterface(artifact, group.session.suite);
  // the arguments alone: whether its code can be deployed is said when it is
  return refused(() => abi.encodeDeploy("0x00", withAddresses(app, group, abi.constructorInputs, args)), {
    passing: true,
  });
}

function checkRequest(context: CellContext, request: NotebookRequest, written: WrittenLine) {
  switch (request.kind) {
    case "rpc":
      return checkRpc(request, written);
    case "call":
    case "send":
      return checkCall(context, request, written);
    case "deploy":
      return checkDeployment(context, request, written);
    case "operation":
      return checkOperation(request, written);
    case "sql":
      return undefined; // the engine is asked when the line has its turn
  }
}

/**
 * What is wrong with the requests of a cell, line by line: how they are written, and what is known here of what they name. No node is
 * asked.
 */
export async function requestProblems({ app, group }: Context, cell: string): Promise<RequestProblem[]> {
  const context: CellContext = { app, group, interfaces: new Map() };
  const problems: RequestProblem[] = [];
  for (const written of writtenLines(cell, Object.keys(nouns))) {
    const { line, words, request } = written;
    const found =
      written.refused !== undefined
        ? { error: written.refused, passing: false }
        : request && (await checkRequest(context, request, written));
    if (!found) continue;
    const { error, passing } = found;
    const word: number | undefined = "word" in found ? found.word : undefined;
    const [first, last] = word === undefined ? [words[0], words.at(-1)] : [words[word], words[word]];
    problems.push({ line, error, passing, ...(first && last ? { start: first.start, end: last.end } : {}) });
  }
  return problems;
}
