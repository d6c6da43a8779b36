import { createHash } from "node:crypto";
import { join } from "node:path";
import { getBlockHashByNumber } from "../../chain/rpc/blocks";
import type { ChainSession } from "../../chain/session";
import { type Address, isAddress } from "../../crypto/bytes/hex";
import { givenPath } from "../../files/namedPath";
import { readRegularText } from "../../files/regularFile";
import { userCache } from "../../files/userFolders";
import { writeWholeFile } from "../../files/wholeFile";

/** Where libraries of a chain stand: `chain code` → address. What stands there is looked at before it is used. */
type Places = Readonly<Record<string, string>>;

const maxBytes = 1024 * 1024;
const maxPlaces = 2000;

/** Beside the compilers, for every project of this user. */
const memoryFile = (): string => join(userCache(), "libraries.json");

async function readPlaces(file: string): Promise<Places> {
  try {
    const read: unknown = JSON.parse(await readRegularText(givenPath(file), maxBytes));
    if (typeof read !== "object" || read === null || Array.isArray(read)) return {};
    return Object.fromEntries(
      Object.entries(read).filter((each): each is [string, string] => typeof each[1] === "string"),
    );
  } catch {
    return {}; // what can't be read is only deployed once more
  }
}

/** Group and first block tell chains apart; the linked creation code tells libraries apart. */
async function placeOf({ client, groupId }: ChainSession, creationCode: string): Promise<string> {
  const code = createHash("sha256").update(creationCode.toLowerCase()).digest("hex");
  return `${await getBlockHashByNumber(client, 0)} ${groupId} ${code}`;
}

/** Where a library was deployed from the same code on this chain, as far as this user's cache knows. It may stand there no more. */
export async function rememberedLibrary(session: ChainSession, creationCode: string): Promise<Address | undefined> {
  const address = (await readPlaces(memoryFile()))[await placeOf(session, creationCode)];
  return address !== undefined && isAddress(address) ? address : undefined;
}

/** Keeps where a library was deployed. @throws Error of the file system */
export async function rememberLibrary(session: ChainSession, creationCode: string, address: string): Promise<void> {
  const file = memoryFile();
  const place = await placeOf(session, creationCode);
  const others = Object.entries(await readPlaces(file)).filter(([known]) => known !== place);
  const places = Object.fromEntries([...others.slice(1 - maxPlaces), [place, address]]);
  await writeWholeFile(file, `${JSON.stringify(places, null, 1)}\n`);
}
