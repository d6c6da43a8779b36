import { text } from "../../../text/catalogue";
import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.createProposal": {
      title: text("Create Proposal…"),
      icon: "add",
      menus: [
        { view: "governance", group: "navigation@1" },
        {
          view: "governance",
          line: ["governor", "committee", "deployPolicy", "governedAccount"],
          writable: true,
          group: "1_vote@1",
        },
        { view: "governance", line: ["committee", "deployPolicy"], writable: true, group: "inline@1" },
      ],
      completes: ["committee.propose"],
    },
    "chainside.voteProposal": {
      title: text("Vote on Proposal…"),
      icon: "thumbsup",
      menus: [{ view: "governance", line: ["proposal open", "proposal expired"], group: ["inline@1", "1_vote@1"] }],
      completes: ["committee.vote"],
    },
    "chainside.revokeProposal": {
      title: text("Revoke Proposal…"),
      icon: "discard",
      menus: [{ view: "governance", line: "proposal open", group: "1_vote@2" }],
      completes: ["committee.vote"],
    },
    "chainside.showProposalTrail": {
      title: text("Show Proposal History…"),
      menus: [{ view: "governance", line: "proposal", group: "2_trail@1" }],
    },
    "chainside.committeeWhatIf": {
      title: text("What This Decision Needs…"),
      menus: [{ view: "governance", line: "committee", group: "2_trail@1" }],
    },
    "chainside.initCommittee": {
      title: text("Create Committee…"),
      menus: [{ view: "governance", line: "governed", writable: true, group: "2_rights@9" }],
    },
    "chainside.showContractRights": {
      title: text("Show Contract Admin and Status…"),
      menus: [
        { view: "contracts", line: "contract known", group: "4_rights@1", submenu: "rights" },
        { view: "governance", line: "governedContract", group: "4_rights@1" },
      ],
    },
    "chainside.setContractAdmin": {
      title: text("Transfer Contract Admin…"),
      menus: [
        { view: "contracts", line: "contract known", writable: true, group: "4_rights@2", submenu: "rights" },
        { view: "governance", line: "governedContract", writable: true, group: "4_rights@2" },
      ],
    },
    "chainside.freezeContract": {
      title: text("Freeze Contract…"),
      menus: [
        { view: "contracts", line: "contract known", writable: true, group: "4_rights@3", submenu: "rights" },
        { view: "governance", line: "governedContract", writable: true, group: "4_rights@3" },
      ],
    },
    "chainside.unfreezeContract": {
      title: text("Unfreeze Contract…"),
      menus: [
        { view: "contracts", line: "contract known", writable: true, group: "4_rights@4", submenu: "rights" },
        { view: "governance", line: "governedContract", writable: true, group: "4_rights@4" },
      ],
    },
    "chainside.abolishContract": {
      title: text("Abolish Contract…"),
      menus: [
        { view: "contracts", line: "contract known", writable: true, group: "4_rights@5", submenu: "rights" },
        { view: "governance", line: "governedContract", writable: true, group: "4_rights@5" },
      ],
    },
    "chainside.showMethodRights": {
      title: text("Show Who Can Call a Method…"),
      menus: [
        { view: "contracts", line: "function changes", group: "4_rights@1", submenu: "rights" },
        { view: "governance", line: "governedMethod", group: "4_rights@1" },
      ],
    },
    "chainside.checkMethodRights": {
      title: text("Check Method Access…"),
      menus: [
        { view: "contracts", line: "function changes", group: "4_rights@2", submenu: "rights" },
        { view: "governance", line: "governedMethod", group: "4_rights@2" },
      ],
    },
    "chainside.setMethodPolicy": {
      title: text("Set Method Access Policy…"),
      icon: "lock",
      menus: [
        { view: "contracts", line: "function changes", writable: true, group: "4_rights@3", submenu: "rights" },
        { view: "governance", line: "governedMethod", writable: true, group: ["4_rights@3", "inline@1"] },
      ],
    },
    "chainside.openMethod": {
      title: text("Allow Account to Call Method…"),
      menus: [
        { view: "contracts", line: "function changes", writable: true, group: "4_rights@4", submenu: "rights" },
        { view: "governance", line: "governedMethod", writable: true, group: "4_rights@4" },
      ],
    },
    "chainside.closeMethod": {
      title: text("Block Account from Calling Method…"),
      menus: [
        { view: "contracts", line: "function changes", writable: true, group: "4_rights@5", submenu: "rights" },
        { view: "governance", line: "governedMethod", writable: true, group: "4_rights@5" },
      ],
    },
    "chainside.checkDeployRight": {
      title: text("Check Deploy Permission…"),
      menus: [{ view: "governance", line: ["governedAccount", "deployPolicy"], group: "2_rights@1" }],
    },
    "chainside.showAccountStatus": {
      title: text("Show Account Status…"),
      menus: [
        { view: "accounts", line: "account", group: "4_rights@1" },
        { view: "governance", line: "governedAccount", group: "2_rights@2" },
      ],
    },
    "chainside.freezeAccount": {
      title: text("Freeze Account…"),
      menus: [
        { view: "accounts", line: "account", group: "4_rights@2" },
        { view: "governance", line: "governedAccount normal", writable: true, group: "2_rights@3" },
      ],
    },
    "chainside.unfreezeAccount": {
      title: text("Unfreeze Account…"),
      menus: [
        { view: "accounts", line: "account", group: "4_rights@3" },
        { view: "governance", line: "governedAccount frozen", writable: true, group: "2_rights@4" },
      ],
    },
    "chainside.abolishAccount": {
      title: text("Abolish Account…"),
      menus: [
        { view: "accounts", line: "account", group: "4_rights@4" },
        {
          view: "governance",
          line: ["governedAccount normal", "governedAccount frozen"],
          writable: true,
          group: "2_rights@5",
        },
      ],
    },
  },
  submenus: [
    {
      name: "rights",
      menus: [{ view: "contracts", line: ["contract known", "function changes"], group: "4_rights@1" }],
    },
  ],
  views: [{ name: "governance", position: 40, visibility: "collapsed" }],
  welcome: [{ view: "governance", contents: "%welcome.governance%" }],
  steps: [
    {
      walkthrough: "chainside",
      id: "govern",
      position: 40,
      media: { markdown: "%walkthrough.media.committee%" },
      seen: "governance",
    },
    {
      walkthrough: "committee",
      id: "look",
      position: 30,
      media: { svg: "media/walkthrough/committee.svg" },
      seen: "governance",
    },
    { walkthrough: "committee", id: "propose", position: 40, media: { svg: "media/walkthrough/propose.svg" } },
    { walkthrough: "committee", id: "vote", position: 50, media: { svg: "media/walkthrough/vote.svg" } },
  ],
} satisfies ManifestPart;
