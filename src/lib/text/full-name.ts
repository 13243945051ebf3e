/** Returns a first and last name as one text. Either may be empty. */
export const formatFullName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()
