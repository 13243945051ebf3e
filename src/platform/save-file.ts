/** Downloads a URL to the device. An empty `name` keeps the server's file name. */
export const saveUrl = (url: string, name: string): void => {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Saves a file in the user's downloads. */
export const saveFile = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  saveUrl(url, name)
  // The browser reads the URL only later, so the URL stays valid for a minute.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Whether this browser can share files with other apps on the device. */
export const canShareFiles = (): boolean =>
  navigator.canShare?.({ files: [new File([], 'a.pdf', { type: 'application/pdf' })] }) ?? false

/** Opens the device's share sheet. Also resolves if the user closes it. */
const share = async (data: ShareData): Promise<void> => {
  await navigator.share(data).catch((error: unknown) => {
    // The user closed the sheet.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error
  })
}

/** Shares a file with another app on the device. */
export const shareFile = (file: File): Promise<void> => share({ files: [file] })

/** Whether this browser can share text with other apps on the device. */
export const canShareText = (): boolean => 'share' in navigator

/** Shares text with another app on the device. */
export const shareText = ({ title, text }: { title: string; text: string }): Promise<void> =>
  share({ title, text })
