/** Where another app's files arrive. The service worker takes them; the server sees this address only where there is none. */
export const shareAddress = '/share-files'
/** Where the server leads such a share, which it does not take. */
export const lostShareAddress = '/files?share=lost'
/** The field of the form that has them. */
export const shareField = 'files'

/** What a phone's gallery may share with the app, as the manifest declares it. */
export const sharedTypes = ['video/*', 'image/*', 'application/pdf']
/** Files that one share may bring */
export const shareLimit = 100

/** Whether a type, as `video/mp4`, is one of those that may be shared. */
export const isSharedType = (type: string): boolean =>
  sharedTypes.some(
    (wanted) => type === wanted || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1))),
  )

/** What a desktop offers to open with the app, by type and ending. */
export const openedTypes = {
  'video/mp4': ['.mp4', '.m4v'],
  'video/quicktime': ['.mov'],
  'video/webm': ['.webm'],
  'video/x-matroska': ['.mkv'],
}
