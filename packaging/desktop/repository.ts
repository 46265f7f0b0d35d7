/** `owner/name` of the repository on GitHub that releases are published in; undefined if there is none. */
export const repository = process.env.PARLOR_RELEASES ?? process.env.GITHUB_REPOSITORY;
