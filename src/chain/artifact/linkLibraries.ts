import { type Address, isAddress } from "../../crypto/bytes/hex";
import { clientError } from "../../errors/clientError";

/** Characters that a library's address takes in the code, and the marker in its place. */
export const markerLength = 40;

/** Names of libraries by the marker that stands for their address. */
export type LibraryNames = Readonly<Record<string, string>>;

/**
 * The markers in code that is not linked yet, each once: `__$…$__` of newer compilers, `__file:Name____` of older ones and Truffle
 * (docs/protocol/contract-artifacts.md, "Libraries").
 * @throws ChainError usage `badBytecode` for a character that is neither hex nor part of a marker.
 */
export function libraryMarkers(contract: string, code: string): string[] {
  return [...new Set(markerPlaces(contract, code).map((at) => code.slice(at, at + markerLength)))];
}

/** `Name=0x…` as a user writes it, behind the last `=` an address; undefined for anything else. */
export function readLibrary(text: string): { name: string; address: Address } | undefined {
  const end = text.lastIndexOf("=");
  const [name, address] = [text.slice(0, Math.max(end, 0)), text.slice(end + 1)];
  return name !== "" && isAddress(address) ? { name, address } : undefined;
}

/** Where markers stand in the code, in their order. @throws ChainError usage `badBytecode` */
export function markerPlaces(contract: string, code: string): number[] {
  const places: number[] = [];
  const notHex = /[^0-9a-fA-F]/g;
  for (let found = notHex.exec(code); found; found = notHex.exec(code)) {
    const at = found.index;
    if (!code.startsWith("__", at) || code.length - at < markerLength) {
      throw clientError("badBytecode", { name: contract, position: at + 1 });
    }
    places.push(at);
    notHex.lastIndex = at + markerLength;
  }
  return places;
}

/** `__contracts/Lib.sol:Lib______` → `Lib`; a marker of a hash alone tells no name. */
function nameInMarker(marker: string): string {
  if (marker.startsWith("__$")) return marker;
  let end = marker.length;
  while (end > 0 && marker[end - 1] === "_") end--;
  const name = marker.slice(marker.startsWith("__") ? 2 : 0, end);
  return name.slice(name.lastIndexOf(":") + 1);
}

/** The name of a marker's library, as exact as anything tells it. */
export function libraryName(marker: string, names: LibraryNames): string {
  return names[marker] ?? nameInMarker(marker);
}

/** Libraries of one name in several files keep the file: `contracts/a.sol:Sums`. */
function namesOf(
  libraries: readonly { readonly file: string; readonly name: string; readonly markers: readonly string[] }[],
): LibraryNames {
  const files = new Map<string, Set<string>>();
  for (const { file, name } of libraries) files.set(name, (files.get(name) ?? new Set()).add(file));
  return Object.fromEntries(
    libraries.flatMap(({ file, name, markers }) => {
      const exact = files.get(name)?.size === 1 ? name : `${file}:${name}`;
      return markers.map((marker) => [marker, exact]);
    }),
  );
}

/** Names by marker from the places that the compiler lists: `{file: {Name: [{start, length}]}}`, counted in bytes. */
export function namesFromReferences(code: string, references: unknown): LibraryNames {
  if (typeof references !== "object" || references === null) return {};
  const markersAt = (places: unknown): string[] =>
    (Array.isArray(places) ? places : []).flatMap((place: { start?: unknown } | null) => {
      const start = place?.start;
      return typeof start === "number" ? [code.slice(start * 2, start * 2 + markerLength)] : [];
    });
  return namesOf(
    Object.entries(references).flatMap(([file, libraries]) =>
      Object.entries((libraries ?? {}) as Record<string, unknown>).map(([name, places]) => {
        return { file, name, markers: markersAt(places) };
      }),
    ),
  );
}

/** Names by marker from the lines below the code of a `.bin` file: `// $53ae…$ -> contracts/Lib.sol:Lib`. */
export function namesFromComments(bin: string): LibraryNames {
  return namesOf(
    bin.split("\n").flatMap((line) => {
      const [, hash, place = ""] = /^\/\/ (\$[0-9a-f]+\$) -> (.*)/.exec(line) ?? [];
      const end = place.lastIndexOf(":");
      const [file, name] = [place.slice(0, Math.max(end, 0)), place.slice(end + 1).trim()];
      if (hash === undefined || name === "" || /\s/.test(name)) return [];
      return [{ file, name, markers: [`__${hash}__`.slice(0, markerLength)] }];
    }),
  );
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
  const linked: string[] = [];
  const missing = new Set<string>();
  let copied = 0;
  for (const at of markerPlaces(contract, code)) {
    const name = libraryName(code.slice(at, at + markerLength), names);
    const address = Object.hasOwn(addresses, name) ? (addresses[name] ?? "") : "";
    if (!isAddress(address)) missing.add(name);
    linked.push(code.slice(copied, at), address.slice(2).toLowerCase());
    copied = at + markerLength;
  }
  if (missing.size > 0) throw clientError("unlinkedBytecode", { name: contract, libraries: [...missing] });
  return linked.join("") + code.slice(copied);
}
