/** A text in memory, as `createLocalText` stores it in the browser. */
export const memoryText = () => {
  let stored: string | undefined
  return {
    read: (): string | undefined => stored,
    write: (text?: string): void => {
      stored = text
    },
  }
}
