import { text } from "../../text/catalogue";
import { aContract, anAccount, aText } from "../model/fields";

/** What operations of several nouns are done to. */
export const account = anAccount(text("Account"));
export const contract = aContract(text("Contract"));

/** Tables of rows and of keys are named alike. */
export const table = aText(text("Table name, with or without /tables/"));
export const key = aText(text("Key"));
export const newTable = { table: aText(text("Name of the new table")), key: aText(text("Name of the key column")) };
