import { numberOfBytes } from "../../crypto/bytes/bigEndian";
import type { CompiledContract } from "../../solidity/artifact/compiledProject";
import { namespacesIn } from "../../solidity/layout/namespaces";
import { nodesOf, type SyntaxNode } from "../../solidity/program/syntaxTree";
import { t } from "../../text/catalogue";
import type { ProjectSyntax } from "../source/syntax";
import { type SolidityType, structLayout, type TypeReader } from "./solidityType";
import { missing, type NamedValue, type Value, wordValue } from "./value";

/** Code of an account, for the values of immutables in it. */
interface DeployedCode {
  readonly bytes: Uint8Array;
  /** It is creation code, in which immutables have no place yet. */
  readonly creation: boolean;
}

/** The state variables of a contract and where they are, base contracts first: as the compiler tells it, else by the rules. */
export class StateLayout {
  readonly contract: CompiledContract;
  readonly #types: TypeReader;
  readonly #viaIR: boolean;
  readonly #spaces: ReturnType<typeof namespacesIn>;
  /** Declarations, constants among them. */
  readonly nodes: readonly SyntaxNode[];

  /** @param node the contract's definition */
  constructor(syntax: ProjectSyntax, contract: CompiledContract, node: SyntaxNode, types: TypeReader) {
    this.contract = contract;
    this.#types = types;
    this.#viaIR = syntax.project.settings.viaIR;
    const bases = [...syntax.basesOf(node)].reverse();
    this.#spaces = bases.flatMap((each) => namespacesIn(each));
    this.nodes = bases.flatMap((each) => nodesOf(each["nodes"]).filter((inner) => inner["stateVariable"] === true));
  }

  #typeOf(node: SyntaxNode): SolidityType {
    return this.#types.ofDeclaration(node).type;
  }

  /** All variables that are no constants, with their places in an account. */
  variables(address: string, code: DeployedCode | undefined): NamedValue[] {
    const places = [this.#places(false), this.#places(true)] as const;
    const named = this.nodes.flatMap((node) => {
      if (node["constant"] === true) return [];
      const [name, type] = [node.name ?? "", this.#typeOf(node)];
      if (node["mutability"] === "immutable") return [{ name, value: this.#immutable(node, type, code) }];
      const transient = node["storageLocation"] === "transient";
      const place = places[transient ? 1 : 0].get(node.id ?? -1);
      if (!place) return [];
      return [
        {
          name,
          value: { type, place: { kind: "storage", address, ...place, ...(transient ? { transient } : {}) } as const },
        },
      ];
    });
    const spaces = this.#spaces.map(({ struct, slot }) => ({
      name: struct.name ?? "",
      value: { type: this.#types.ofDefinition(struct), place: { kind: "storage", address, slot, offset: 0 } as const },
    }));
    return [...named, ...spaces];
  }

  #places(transient: boolean): ReadonlyMap<number, { readonly slot: bigint; readonly offset: number }> {
    const nodes = this.nodes.filter(
      (node) =>
        node["constant"] !== true &&
        node["mutability"] !== "immutable" &&
        (node["storageLocation"] === "transient") === transient,
    );
    const { places } = structLayout(nodes.map((node) => this.#typeOf(node)));
    const layout = new Map(nodes.map((node, i) => [node.id ?? -1, places[i] ?? { slot: 0n, offset: 0 }] as const));
    if (!transient) {
      for (const { astId, slot, offset } of this.contract.storageLayout?.storage ?? []) {
        layout.set(astId, { slot: BigInt(slot), offset });
      }
    }
    return layout;
  }

  /** While a contract is made, its immutables stand one after the other where memory begins, those of its bases first. */
  #madeImmutable(node: SyntaxNode, type: SolidityType): Value {
    const index = this.nodes.filter((each) => each["mutability"] === "immutable").indexOf(node);
    if (this.#viaIR) return missing(type, t("not available while the contract is being created"));
    return { type, place: { kind: "memory", at: 0x80 + 32 * index } };
  }

  #immutable(node: SyntaxNode, type: SolidityType, code: DeployedCode | undefined): Value {
    if (code?.creation) return this.#madeImmutable(node, type);
    const [place] = this.contract.deployedBytecode.immutableReferences[String(node.id)] ?? [];
    if (!place || !code) return missing(type, t("not used by the code"));
    return wordValue(type, numberOfBytes(code.bytes.subarray(place.start, place.start + place.length)));
  }
}
