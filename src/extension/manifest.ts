import type { ManifestPart } from "./kit/manifest/manifestPart";

export default {
  walkthroughs: [
    {
      id: "chainside",
      position: 10,
      title: "%walkthrough.title%",
      description: "%walkthrough.description%",
      texts: "main",
    },
    {
      id: "developer",
      position: 20,
      title: "%walkthrough.developer%",
      description: "%walkthrough.developer.about%",
      texts: "developer",
    },
    {
      id: "operator",
      position: 30,
      title: "%walkthrough.operator%",
      description: "%walkthrough.operator.about%",
      texts: "operator",
    },
    {
      id: "committee",
      position: 40,
      title: "%walkthrough.committee%",
      description: "%walkthrough.committee.about%",
      texts: "committee",
    },
  ],
  contributes: {
    viewsContainers: { activitybar: [{ id: "chainside", title: "%container%", icon: "media/activity.svg" }] },
  },
} satisfies ManifestPart;
