/** Downloads the content of a URL. An empty `name` uses the server's file name. */
export const saveUrl = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Saves a file to the person's downloads. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  saveUrl(url, name)
  // The download reads the URL later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Whether this browser can share files with other apps of the device. */
export const canShareFiles = (): boolean =>
  navigator.canShare?.({ files: [new File([], 'a.pdf', { type: 'application/pdf' })] }) ?? false

/** Opens the share sheet of the device. Resolves also if the person closes it. */
const share = async (data: ShareData): Promise<void> => {
  await navigator.share(data).catch((error: unknown) => {
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
