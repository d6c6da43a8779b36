import { dirname, join, relative } from "node:path";
import { wouldLieWithin } from "../../files/liesWithin";
import { namedPath } from "../../files/namedPath";
import { maxBytes, readRegularTextIfAny } from "../../files/regularFile";
import { writeWholeFile } from "../../files/wholeFile";
import { t } from "../../text/catalogue";
import { isJsonObject, jsonLimits, parseBoundedJson } from "../../text/limits/boundedJson";
import { fileName } from "../../text/sourceNames";

/** Where what tests of a project with random values fail with is kept, in the folder of what tools keep. */
export const failureFolderOf = (root: string): string => join(root, "cache", "chainside", "failures");

/** A call of a kept sequence. What is called goes by name: addresses change with the code. */
export interface KeptCall {
  readonly contract: string;
  /** Of those that the test may call, 40 hex digits. */
  readonly address: string;
  /** 40 hex digits. */
  readonly sender: string;
  /** `0x` hex, the selector first. */
  readonly data: string;
}

/** What a test failed with: the call of the test itself, or the calls before an invariant was asked. */
interface KeptFailure {
  readonly data?: string;
  readonly calls?: readonly KeptCall[];
}

const hex = /^0x(?:[0-9a-f]{2}){4,100000}$/;
const digits = /^[0-9a-f]{40}$/;

function callOf(value: unknown): KeptCall | undefined {
  if (!isJsonObject(value)) return undefined;
  const { contract, address, sender, data } = value;
  const isRight =
    typeof contract === "string" &&
    typeof address === "string" &&
    digits.test(address) &&
    typeof sender === "string" &&
    digits.test(sender) &&
    typeof data === "string" &&
    hex.test(data);
  return isRight ? { contract, address, sender, data } : undefined;
}

function failureIn(text: string): KeptFailure | undefined {
  const json = parseBoundedJson(text, jsonLimits.compiled);
  if (!isJsonObject(json)) return undefined;
  const { data, calls } = json;
  if (typeof data === "string" && hex.test(data)) return { data };
  if (!Array.isArray(calls)) return undefined;
  const read = calls.flatMap((each) => callOf(each) ?? []);
  return read.length === calls.length ? { calls: read } : undefined;
}

/** What tests with random values failed with, a file each, below one folder of the project: it is tried first the next time. */
export class KeptFailures {
  /** @param folder absolute */
  constructor(private readonly folder: string) {}

  #file(contract: string, test: string): string {
    const [source = "", name = source] = contract.split(":");
    return join(this.folder, fileName(`${source.replace(/\.sol$/, "")}-${name}`), `${fileName(test)}.json`);
  }

  /** What a test failed with; undefined where nothing is kept that can be read. @param contract `test/Shop.t.sol:ShopTest` */
  async read(contract: string, test: string): Promise<KeptFailure | undefined> {
    try {
      const path = namedPath(this.#file(contract, test), this.folder);
      const text = path && (await readRegularTextIfAny(path, maxBytes.configuration));
      return text === undefined ? undefined : failureIn(text);
    } catch {
      return undefined;
    }
  }

  /**
   * Keeps what a test failed with. Nothing is written through a link that leads out of the project.
   * @param root the project's folder, absolute
   * @returns a line that says where; none where it can't be written
   */
  async keep(
    { id, root }: { readonly id: string; readonly root: string },
    test: string,
    failure: KeptFailure,
  ): Promise<string[]> {
    const file = this.#file(id, test);
    try {
      if (!(await wouldLieWithin(root, dirname(file)))) return [];
      await writeWholeFile(file, `${JSON.stringify({ contract: id, test, ...failure }, null, 2)}\n`);
      return [t("Kept in {0}, and tried first from now on.", relative(root, file))];
    } catch {
      // a folder that can't be written keeps nothing
      return [];
    }
  }
}
