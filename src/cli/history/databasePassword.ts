import { text } from "../../text/catalogue";
import type { Usage } from "../output/usageText";

/** The option that names the file with a database's password. */
export const databasePasswordUsage: Usage["options"][number] = [
  "--password-file FILE",
  text(
    "file with the database's password (default: the variable CHAINSIDE_DATABASE_PASSWORD; else you're asked for it at the terminal)",
  ),
];
