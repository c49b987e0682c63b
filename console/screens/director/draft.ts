/** Drafts outlive a reload, in this tab. */
export const draftKey = (name: string | undefined): string => `vatmock-storyboard-${name ?? ''}`;
