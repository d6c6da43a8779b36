import { type Address, isAddress } from "../../crypto/hex";
import { clientError } from "../errors/clientError";

/** Characters that a library's address takes in the code, and the marker in its place. */
const markerLength = 40;

/** Names of libraries by the marker that stands for their address. */
export type LibraryNames = Readonly<Record<string, string>>;

/**
 * The markers in code that is not linked yet, each once: `__$…$__` of newer compilers, `__file:Name____` of older ones and Truffle
 * (docs/protocol/contract-artifacts.md, "Libraries").
 * @throws ChainError usage `badBytecode` for a character that is neither hex nor part of a marker.
 */
export function libraryMarkers(contract: string, code: string): string[] {
  const markers = new Set<string>();
  let at = 0;
  for (;;) {
    const offset = code.slice(at).search(/[^0-9a-fA-F]/);
    if (offset < 0) return [...markers];
    const position = at + offset;
    const marker = code.slice(position, position + markerLength);
    if (!marker.startsWith("__") || marker.length < markerLength) {
      throw clientError("badBytecode", { name: contract, position: position + 1 });
    }
    markers.add(marker);
    at = position + markerLength;
  }
}

/** `__contracts/Lib.sol:Lib______` → `Lib`; a marker of a hash alone tells no name. */
function nameInMarker(marker: string): string {
  if (marker.startsWith("__$")) return marker;
  return marker.replaceAll(/^__|_+$/g, "").replace(/^.*:/, "");
}

/** The name of a marker's library, as exact as anything tells it. */
export function libraryName(marker: string, names: LibraryNames): string {
  return names[marker] ?? nameInMarker(marker);
}

/** Names by marker from the places that the compiler lists: `{file: {Name: [{start, length}]}}`, counted in bytes. */
export function namesFromReferences(code: string, references: unknown): LibraryNames {
  if (typeof references !== "object" || references === null) return {};
  const found: Record<string, string> = {};
  for (const libraries of Object.values(references)) {
    for (const [name, places] of Object.entries((libraries ?? {}) as Record<string, unknown>)) {
      for (const place of Array.isArray(places) ? places : []) {
        const start = (place as { start?: unknown } | null)?.start;
        if (typeof start === "number") found[code.slice(start * 2, start * 2 + markerLength)] = name;
      }
    }
  }
  return found;
}

/** Names by marker from the lines below the code of a `.bin` file: `// $53ae…$ -> contracts/Lib.sol:Lib`. */
export function namesFromComments(bin: string): LibraryNames {
  const found: Record<string, string> = {};
  for (const [, hash = "", name = ""] of bin.matchAll(/^\/\/ (\$[0-9a-f]+\$) -> (?:.*:)?(\S+)\s*$/gm)) {
    found[`__${hash}__`.slice(0, markerLength)] = name;
  }
  return found;
}

/**
 * Puts the addresses of libraries into the code.
 * @param addresses by library name
 * @throws ChainError usage `unlinkedBytecode` naming the libraries that have no address, `badBytecode`.
 */
export function linkLibraries(
  contract: string,
  code: string,
  names: LibraryNames,
  addresses: Readonly<Record<string, Address | string>>,
): string {
  let linked = code;
  const missing: string[] = [];
  for (const marker of libraryMarkers(contract, code)) {
    const name = libraryName(marker, names);
    const address = Object.hasOwn(addresses, name) ? (addresses[name] ?? "") : "";
    if (isAddress(address)) linked = linked.replaceAll(marker, address.slice(2).toLowerCase());
    else missing.push(name);
  }
  if (missing.length > 0) throw clientError("unlinkedBytecode", { name: contract, libraries: missing.join(", ") });
  return linked;
}
