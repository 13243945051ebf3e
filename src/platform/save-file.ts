/** Downloads the content of an address. An empty `name` uses the server's file name. */
export const saveAddress = (address: string, name: string): void => {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
}

/** Saves a file to the person's downloads. */
export const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content)
  saveAddress(address, name)
  // The download reads the address later.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Whether this browser can share files with other apps of the device. */
export const canShareFiles = (): boolean =>
  navigator.canShare?.({ files: [new File([], 'a.pdf', { type: 'application/pdf' })] }) ?? false

const share = async (what: ShareData): Promise<void> => {
  await navigator.share(what).catch((error: unknown) => {
    // The person closed the sheet.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  })
}

/** Offers a file to the other apps of the device. */
export const shareFile = (file: File): Promise<void> => share({ files: [file] })

/** Whether this browser can share texts with other apps of the device. */
export const canShareText = (): boolean => 'share' in navigator

/** Offers a text to the other apps of the device. */
export const shareText = ({ title, text }: { title: string; text: string }): Promise<void> =>
  share({ title, text })
