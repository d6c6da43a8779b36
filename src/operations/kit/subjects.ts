import { text } from "../../text/catalogue";
import { aContract, anAccount } from "../model/fields";
import type { Question } from "../model/question";

/** How an account is asked for, also where the line of one was clicked. */
export const selectAccount: Question = { prompt: text("Select an account") };
export const clickedAccount: Question = { ...selectAccount, target: "account" };

/** What operations of several nouns are done to. */
export const account = anAccount(text("Account"));
export const contract = aContract(text("Contract"));
