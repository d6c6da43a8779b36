import { isDeviceName } from "../../text/deviceNames";
import { linkedCode } from "../creationCode";
import { plainName, uniqueFileNames } from "../fileNames";
import type { ClientContract, GeneratedFile } from "../java/generateClients";
import { capitalised } from "../java/javaNames";
import { originLines } from "../origin";

/** The generator of the official SDK's third version, which `go generate` fetches. */
const abigen = "github.com/FISCO-BCOS/go-sdk/v3/cmd/abigen@v3.0.2";

/** No package can have these names: Go's words, and folders that Go leaves out. */
const reserved = new Set(
  (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select " +
    "struct switch type var main internal vendor testdata"
  ).split(" "),
);

/** `kiosk` of `Kiosk`: a folder that Go looks into, and the package in it. */
function packageName(contract: string): string {
  const name = plainName(contract).toLowerCase().replace(/^_+/, "");
  return name === "" || /^\d/.test(name) || reserved.has(name) || isDeviceName(name) ? `contract${name}` : name;
}

/** As abigen names the type, and its files: a letter, upper case, first. */
function typeName(contract: string): string {
  const name = plainName(contract).replace(/^_+/, "");
  return /^[a-z]/i.test(name) && !isDeviceName(name) ? capitalised(name) : `Contract${name}`;
}

/**
 * What the official Go SDK's `abigen` reads, in a folder for each contract: ABI, creation code of both suites, and a file whose
 * `go:generate` line runs it. A package each, since structs of the same name would meet in one. Of code that needs libraries abigen makes
 * what can't deploy: it is left out.
 * @throws ChainError usage: what code is wrong in
 */
export function goInputs(contracts: readonly ClientContract[], bytecode: boolean): GeneratedFile[] {
  const names = uniqueFileNames(contracts.map(({ artifact }) => packageName(artifact.name)));
  return contracts.flatMap(({ artifact, origin }, index): GeneratedFile[] => {
    const name = names[index] ?? packageName(artifact.name);
    const type = typeName(artifact.name);
    const codes = [
      { option: "--bin", file: `${type}.bin`, text: bytecode ? linkedCode(artifact, artifact.bytecode) : "" },
      { option: "--smbin", file: `${type}.sm.bin`, text: bytecode ? linkedCode(artifact, artifact.smBytecode) : "" },
    ].filter(({ text }) => text !== "");
    const options = [
      `--abi ${type}.abi`,
      ...codes.map(({ option, file }) => `${option} ${file}`),
      `--pkg ${name} --type ${type} --out binding.go`,
    ];
    const head = originLines({ ...origin, contract: artifact.name }).join("\n");
    const lines = `${head}\n\npackage ${name}\n\n//go:generate go run ${abigen} ${options.join(" ")}\n`;
    const { name: contract } = artifact;
    return [
      { name: `${name}/${type}.abi`, text: JSON.stringify(artifact.abi), contract },
      ...codes.map(({ file, text }) => ({ name: `${name}/${file}`, text, contract })),
      { name: `${name}/generate.go`, text: lines, contract },
    ];
  });
}
