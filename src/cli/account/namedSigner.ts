import { dirname, join, resolve } from "node:path";
import { parse as parseWithComments } from "jsonc-parser";
import { clientError } from "../../chain/errors/clientError";
import type { Signer } from "../../crypto/cryptoSuite";
import { mostBytes, readGivenText } from "../../files/regularFile";
import { remoteSigner } from "../../signing/signers/remoteSigner";
import { readSigner } from "../../signing/signers/signerSetting";
import { userFile } from "../connection/profiles";

/** Where the person keeps signers: the variable `CHAINSIDE_SIGNERS`, else beside the file of connections. No workspace has a word in it. */
const signersFile = (environment: NodeJS.ProcessEnv): string =>
  environment["CHAINSIDE_SIGNERS"] || join(dirname(userFile(environment)), "signers.json");

/**
 * The signer that the person calls so.
 * @throws ChainError usage `signerUnknown`, `signerSetting`, `unreadableFile`
 */
export async function namedSigner(name: string): Promise<Signer> {
  const file = signersFile(process.env);
  const read = async (path: string): Promise<string> => {
    try {
      return await readGivenText(path, mostBytes.key);
    } catch (cause) {
      throw clientError("unreadableFile", { path }, { cause });
    }
  };
  const setting = readSigner(parseWithComments(await read(file), [], { allowTrailingComma: true }), name, file);
  const beside = (path: string): Promise<string> => read(resolve(dirname(file), path));
  const { ca, cert, key } = setting.tls;
  return remoteSigner(setting, { ca: await beside(ca), cert: await beside(cert), key: await beside(key) });
}
