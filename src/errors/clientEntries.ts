import abiErrors from "./abiErrors.json";
import applicationErrors from "./applicationErrors.json";
import archiveErrors from "./archiveErrors.json";
import clientErrors from "./clientErrors.json";
import historyErrors from "./historyErrors.json";
import serviceErrors from "./serviceErrors.json";
import signerErrors from "./signerErrors.json";
import solidityErrors from "./solidityErrors.json";

/** All situations that this client recognises by itself, with their words in both languages. */
export const clientEntries = {
  ...clientErrors,
  ...abiErrors,
  ...serviceErrors,
  ...archiveErrors,
  ...historyErrors,
  ...signerErrors,
  ...solidityErrors,
  ...applicationErrors,
};
