/** The address for files from other apps. The service worker handles it; without one, the server does. */
export const shareAddress = '/share-files'
/** The redirect for a share that reached the server, which does not accept it. */
export const lostShareAddress = '/files?share=lost'
/** The form field with the files. */
export const shareField = 'files'

/** The types that a phone's gallery may share with the app, declared in the manifest. */
export const sharedTypes = ['video/*', 'image/*', 'application/pdf']
/** The most files of one share. */
export const shareLimit = 100

/** Whether a type such as `video/mp4` may be shared. */
export const isSharedType = (type: string): boolean =>
  sharedTypes.some(
    (wanted) => type === wanted || (wanted.endsWith('/*') && type.startsWith(wanted.slice(0, -1))),
  )

/** The types and endings that a desktop offers to open with the app. */
export const openedTypes = {
  'video/mp4': ['.mp4', '.m4v'],
  'video/quicktime': ['.mov'],
  'video/webm': ['.webm'],
  'video/x-matroska': ['.mkv'],
}
