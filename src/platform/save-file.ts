/** Hands a file to the browser, which saves it where the person's downloads go. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download reads the address a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
