// What both of Emacs's debuggers share: major modes of the languages, the program of a buffer, and the keys.

import { type EditorInput, type FileType } from './editor-input.js';
import { lispList, quoted } from './literals.js';
import { syntaxEntries } from './emacs-syntax.js';

/** What one of the debuggers adds: the commands that the keys call, and the lines that define them. */
export interface EmacsDebugger {
  readonly name: string;
  readonly about: string;
  readonly requires: readonly string[];
  readonly code: string;
}

export const emacsLibrary = (
  { fileTypes, command, version }: EditorInput,
  { name, about, requires, code }: EmacsDebugger,
): string => `\
;;; sonde.el --- ${about} -*- lexical-binding: t -*-

;; Written by \`sonde editor ${name}' (Sonde ${version}):
;;   sonde editor ${name} > ~/.emacs.d/sonde.el
;; and in your init file: (load (locate-user-emacs-file "sonde"))
;; Write it anew after languages were added.

${requires.map(library => `(require '${library})`).join('\n')}

(defconst sonde-command ${quoted(command)})

(defconst sonde-languages
  '(${fileTypes.map(languageList).join('\n    ')})
  "Each file type: its endings, its language, and the file that makes a folder a program.")

${modes}
${fileTypes
  .filter(({ isKnown }) => !isKnown)
  .map(modeCall)
  .join('\n')}

${code}
${keys}`;

const languageList = ({ title, language, endings, projectFile }: FileType): string =>
  `(:name ${quoted(title)} :language ${quoted(language)} :endings ${lispList(endings)}` +
  `${projectFile === undefined ? '' : ` :project ${quoted(projectFile)}`})`;

function modeCall(type: FileType): string {
  const { id, title, endings, comments, syntax } = type;
  const [begin, end] = comments?.line === undefined ? (comments?.block ?? ['', '']) : [comments.line, ''];
  const table = syntaxEntries(type)
    .map(([character, text]) => `(${character === '\n' ? '?\\n' : `?\\${character}`} . ${quoted(text)})`)
    .join(' ');
  return `(sonde-define-mode sonde-${id}-mode ${quoted(title)}
  :endings ${lispList(endings)}
  :comment (${quoted(begin === '' ? '' : `${begin} `)} ${quoted(end === '' ? '' : ` ${end}`)})
  :syntax (${table})
  :keywords ${lispList(syntax?.keywords ?? [])}
  :types ${lispList(syntax?.types ?? [])}
  :constants ${lispList(syntax?.constants ?? [])})`;
}

const modes = String.raw`(cl-defmacro sonde-define-mode (mode name &key endings comment syntax keywords types constants)
  "Define the major MODE for a language called NAME, for files with ENDINGS."
  (let ((words (lambda (list face) (when list (list (cons (regexp-opt list 'symbols) face))))))
    ${'`'}(progn
       (define-derived-mode ,mode prog-mode ,name
         (setq-local comment-start ,(car comment)
                     comment-end ,(cadr comment)
                     font-lock-defaults
                     '((,@(funcall words keywords ''font-lock-keyword-face)
                        ,@(funcall words types ''font-lock-type-face)
                        ,@(funcall words constants ''font-lock-constant-face)))))
       (dolist (entry ',syntax)
         (modify-syntax-entry (car entry) (cdr entry) ,(intern (format "%s-syntax-table" mode))))
       (dolist (ending ',endings)
         (add-to-list 'auto-mode-alist (cons (concat (regexp-quote ending) "\\'") ',mode))))))

(defun sonde-language-of (file)
  "The entry of ${'`'}sonde-languages' for FILE: that of the longest ending."
  (let ((longest 0) (found nil))
    (dolist (language sonde-languages found)
      (dolist (ending (plist-get language :endings))
        (when (and file (> (length ending) longest) (string-suffix-p ending file))
          (setq longest (length ending) found language))))))

(defun sonde-program ()
  "The project of this buffer's file, where it belongs to one, else the file."
  (let* ((file (or (buffer-file-name) (user-error "This buffer has no file to debug")))
         (project (plist-get (sonde-language-of file) :project))
         (folder (and project (locate-dominating-file file project))))
    (expand-file-name (if folder (directory-file-name folder) file))))

(defun sonde-adapter-arguments ()
  "Arguments of the adapter: told the language, it offers what that language has."
  (let ((language (plist-get (sonde-language-of (buffer-file-name)) :language)))
    (if language (list "dap" "--language" language) (list "dap"))))

(defun sonde-pick-session ()
  "Ask which running session to join; answer its id."
  (let* ((sessions (json-parse-string
                    (shell-command-to-string (concat (shell-quote-argument sonde-command) " sessions --json"))
                    :object-type 'plist :array-type 'list))
         (names (mapcar (lambda (each) (format "%s %s" (plist-get each :id) (plist-get each :program)))
                        sessions)))
    (unless names (user-error "No session is running"))
    (car (split-string (completing-read "Join: " names nil t nil nil (car names))))))
`;

const keys = String.raw`
(defvar sonde-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "<f5>") #'sonde-debug)
    (define-key map (kbd "S-<f5>") #'sonde-stop)
    (define-key map (kbd "<f6>") #'sonde-pause)
    (define-key map (kbd "<f9>") #'sonde-toggle-breakpoint)
    (define-key map (kbd "<f10>") #'sonde-next)
    (define-key map (kbd "<f11>") #'sonde-step-in)
    (define-key map (kbd "S-<f11>") #'sonde-step-out)
    (define-key map (kbd "<f12>") #'sonde-step-out)
    map)
  "Keys in files that Sonde debugs.")

(define-minor-mode sonde-mode "Debug this file with Sonde: F5 starts." :lighter " Sonde")

(defun sonde-mode-if-known ()
  "Turn the keys on in files that Sonde debugs."
  (when (sonde-language-of (buffer-file-name)) (sonde-mode 1)))
(add-hook 'find-file-hook #'sonde-mode-if-known)

(provide 'sonde)
;;; sonde.el ends here
`;
