import { readsOnly } from "../../../chain/abi/abiType";
import type { AbiFunction, ContractInterface } from "../../../chain/abi/contractInterface";
import { artifactInterface } from "../../../chain/artifact/artifactInterface";
import { libraryMarkers } from "../../../chain/artifact/linkLibraries";
import { cryptoSuite } from "../../../crypto/suites";
import { clientError } from "../../../errors/clientError";
import type { ClientContract } from "../../java/generateClients";
import { hasSample } from "./sampleValue";

/** A contract as an application has it. */
export interface ApplicationContract {
  readonly source: ClientContract;
  readonly abi: ContractInterface;
  /** Its functions, each with its place in the ABI. */
  readonly functions: readonly ApplicationFunction[];
  /** Whether a test can deploy it: it has code, which asks for no library, and values for its constructor can be written out. */
  readonly deployable: boolean;
}

/** A function of a contract. */
export interface ApplicationFunction {
  readonly declared: AbiFunction;
  /** Of its entry in the artifact's ABI. */
  readonly index: number;
  readonly reads: boolean;
  /** Its name in addresses of routes: its own, with a number behind it for a second one of that name. */
  readonly route: string;
  /** Whether there is another function of its name. */
  readonly overloaded: boolean;
}

const isIdentifier = (text: string): boolean => text.length <= 200 && /^[A-Za-z_$][\w$]*$/.test(text);

const namesBelow = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  const { name, inputs, outputs, components } = value as Readonly<Record<string, unknown>>;
  const lists = [inputs, outputs, components].flatMap((each) => (Array.isArray(each) ? each : []));
  return [...(typeof name === "string" ? [name] : []), ...lists.flatMap(namesBelow)];
};

/** What isn't a name of Solidity would be code where names are written. @throws ChainError usage `notAnIdentifier` */
function requireIdentifiers({ artifact }: ClientContract): void {
  const wrong = [artifact.name, ...artifact.abi.flatMap(namesBelow).filter((name) => name !== "")].find(
    (name) => !isIdentifier(name),
  );
  if (wrong !== undefined) throw clientError("notAnIdentifier", { name: wrong.slice(0, 100) });
}

function functionsOf({ artifact }: ClientContract, { functions }: ContractInterface): ApplicationFunction[] {
  const places = new Map(
    artifact.abi.flatMap((entry, index): [string, number][] => {
      const [own] = artifactInterface({ ...artifact, abi: [entry] }, cryptoSuite("standard")).functions;
      return own ? [[own.signature, index]] : [];
    }),
  );
  const names = functions.map(({ name }) => name);
  const taken = new Set<string>();
  return functions.flatMap((declared) => {
    const index = places.get(declared.signature);
    if (index === undefined) return [];
    let route = declared.name;
    for (let number = 2; taken.has(route); number++) route = `${declared.name}${number}`;
    taken.add(route);
    const overloaded = names.indexOf(declared.name) !== names.lastIndexOf(declared.name);
    return [{ declared, index, reads: readsOnly(declared), route, overloaded }];
  });
}

/**
 * What an application has to know of a contract.
 * @throws ChainError usage: `notAnIdentifier` for a name that code can't have; what an ABI or code is wrong in
 */
export function applicationContract(source: ClientContract): ApplicationContract {
  requireIdentifiers(source);
  const { artifact } = source;
  const abi = artifactInterface(artifact, cryptoSuite("standard"));
  const { bytecode, smBytecode } = artifact;
  const codes = [bytecode, smBytecode].flatMap((code) => code ?? []);
  const deployable =
    bytecode !== undefined &&
    codes.every((code) => libraryMarkers(artifact.name, code).length === 0) &&
    hasSample(abi.constructorInputs);
  return { source, abi, functions: functionsOf(source, abi), deployable };
}
