// An application that signs by the SDK with a key on a device, in a process of its own, whose environment the device's library reads.
import { bfs, connect, signerAccount, withAccount } from "../../src/sdk/sdk";

const [url = "", file = "", path = ""] = process.argv.slice(2);

const reader = await connect({ url });
try {
  const account = await signerAccount("hsm", { file });
  await bfs.mkdir(withAccount(reader, account), account, path);
  console.log(`made ${path} as ${account.address}`);
} catch (error) {
  console.log(`${String((error as { code?: unknown }).code)}: ${String((error as Error).message)}`);
} finally {
  await reader.close();
}
