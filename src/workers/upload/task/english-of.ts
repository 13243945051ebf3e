/** What the log says of a code, in the words of specification §8 where it has some. */
const words: Record<string, string> = {
  SizeMismatch: 'File size does not match between local file and file on s3',
  TooManyParts: 'too many parts, maximum is 10000',
  UnexpectedError: 'The upload itself broke',
  HiddenETag: "The bucket's CORS rules do not expose the ETag header",
}

export const englishOf = (code: string): string => words[code] ?? 'The object store refused an upload'
