/** Hands a file to the browser, which saves it where the coach's downloads go. */
export const saveFile = (name: string, content: object): void => {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(content, undefined, 2)], { type: 'application/json' }),
  )
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download reads the address a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
