import type { ManifestPart } from "../../kit/manifest/manifestPart";

export default {
  commands: {
    "chainside.createProposal": {
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
      icon: "thumbsup",
      menus: [{ view: "governance", line: ["proposal open", "proposal expired"], group: ["inline@1", "1_vote@1"] }],
      completes: ["committee.vote"],
    },
    "chainside.revokeProposal": {
      icon: "discard",
      menus: [{ view: "governance", line: "proposal open", group: "1_vote@2" }],
      completes: ["committee.vote"],
    },
    "chainside.showProposalTrail": { menus: [{ view: "governance", line: "proposal", group: "2_trail@1" }] },
    "chainside.committeeWhatIf": { menus: [{ view: "governance", line: "committee", group: "2_trail@1" }] },
    "chainside.initCommittee": {
      menus: [{ view: "governance", line: "governed", writable: true, group: "2_rights@9" }],
    },
    "chainside.showContractRights": {
      menus: [
        { view: "contracts", line: "contract known", group: "4_rights@1", submenu: "rights" },
        { view: "governance", line: "governedContract", group: "4_rights@1" },
      ],
    },
    "chainside.setContractAdmin": {
      menus: [
        { view: "contracts", line: "contract known", writable: true, group: "4_rights@2", submenu: "rights" },
        { view: "governance", line: "governedContract", writable: true, group: "4_rights@2" },
      ],
    },
    "chainside.freezeContract": {
      menus: [
        { view: "contracts", line: "contract known", writable: true, group: "4_rights@3", submenu: "rights" },
        { view: "governance", line: "governedContract", writable: true, group: "4_rights@3" },
      ],
    },
    "chainside.unfreezeContract": {
      menus: [
        { view: "contracts", line: "contract known", writable: true, group: "4_rights@4", submenu: "rights" },
        { view: "governance", line: "governedContract", writable: true, group: "4_rights@4" },
      ],
    },
    "chainside.abolishContract": {
      menus: [
        { view: "contracts", line: "contract known", writable: true, group: "4_rights@5", submenu: "rights" },
        { view: "governance", line: "governedContract", writable: true, group: "4_rights@5" },
      ],
    },
    "chainside.showMethodRights": {
      menus: [
        { view: "contracts", line: "function changes", group: "4_rights@1", submenu: "rights" },
        { view: "governance", line: "governedMethod", group: "4_rights@1" },
      ],
    },
    "chainside.checkMethodRights": {
      menus: [
        { view: "contracts", line: "function changes", group: "4_rights@2", submenu: "rights" },
        { view: "governance", line: "governedMethod", group: "4_rights@2" },
      ],
    },
    "chainside.setMethodPolicy": {
      icon: "lock",
      menus: [
        { view: "contracts", line: "function changes", writable: true, group: "4_rights@3", submenu: "rights" },
        { view: "governance", line: "governedMethod", writable: true, group: ["4_rights@3", "inline@1"] },
      ],
    },
    "chainside.openMethod": {
      menus: [
        { view: "contracts", line: "function changes", writable: true, group: "4_rights@4", submenu: "rights" },
        { view: "governance", line: "governedMethod", writable: true, group: "4_rights@4" },
      ],
    },
    "chainside.closeMethod": {
      menus: [
        { view: "contracts", line: "function changes", writable: true, group: "4_rights@5", submenu: "rights" },
        { view: "governance", line: "governedMethod", writable: true, group: "4_rights@5" },
      ],
    },
    "chainside.checkDeployRight": {
      menus: [{ view: "governance", line: ["governedAccount", "deployPolicy"], group: "2_rights@1" }],
    },
    "chainside.showAccountStatus": {
      menus: [
        { view: "accounts", line: "account", group: "4_rights@1" },
        { view: "governance", line: "governedAccount", group: "2_rights@2" },
      ],
    },
    "chainside.freezeAccount": {
      menus: [
        { view: "accounts", line: "account", group: "4_rights@2" },
        { view: "governance", line: "governedAccount normal", writable: true, group: "2_rights@3" },
      ],
    },
    "chainside.unfreezeAccount": {
      menus: [
        { view: "accounts", line: "account", group: "4_rights@3" },
        { view: "governance", line: "governedAccount frozen", writable: true, group: "2_rights@4" },
      ],
    },
    "chainside.abolishAccount": {
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
