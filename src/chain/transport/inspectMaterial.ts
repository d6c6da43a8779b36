import { inspectTlsMaterial, isSmMaterial, type TlsMaterial, type TlsMaterialFacts } from "./tlsMaterial";

/** What can be said of certificate files of either kind without any connection. Never throws. */
export async function inspectMaterial(tls: TlsMaterial): Promise<TlsMaterialFacts> {
  if (!isSmMaterial(tls)) return inspectTlsMaterial(tls);
  const { inspectSmMaterial } = await import("./smMaterial");
  return inspectSmMaterial(tls);
}
