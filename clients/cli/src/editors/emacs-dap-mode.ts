// The configuration for Emacs with dap-mode.

import type { EditorInput } from './editor-input.js';
import { emacsLibrary } from './emacs.js';

export const dapModeLibrary = (input: EditorInput): string =>
  emacsLibrary(input, {
    name: 'emacs-dap-mode',
    about: 'debug with Sonde in dap-mode',
    requires: ['cl-lib', 'dap-mode', 'dap-ui'],
    code,
  });

const code = String.raw`(defun sonde-debug-provider (configuration)
  "Complete CONFIGURATION, which may say as little as its :type.
The program is that of this buffer; the adapter is the command sonde,
or what listens at the port :debugServer."
  (unless (or (plist-get configuration :program) (equal (plist-get configuration :request) "attach"))
    (setq configuration (plist-put configuration :program (sonde-program))))
  (if (plist-get configuration :debugServer)
      (plist-put configuration :host "127.0.0.1")
    (plist-put configuration :dap-server-path (cons sonde-command (sonde-adapter-arguments)))))

(dap-register-debug-provider "sonde" #'sonde-debug-provider)
(dap-register-debug-template "Sonde" (list :type "sonde" :request "launch" :name "Sonde"))

;; Debian 12 pairs lsp-treemacs with an older treemacs, which lacks this variable; without it no variables are shown.
(defvar treemacs-text-scale nil)

;; Variables beside the source, output and REPL below it.
(setq dap-auto-configure-features '(locals expressions repl))
(dap-auto-configure-mode 1)

(defun sonde--running ()
  "The session, unless there is none or it has ended."
  (let ((session (dap--cur-session)))
    (and session (dap--session-running session) session)))

(defun sonde-debug ()
  "Go on with the session, else save the file and start one."
  (interactive)
  (if (sonde--running)
      (call-interactively #'dap-continue)
    (when (buffer-file-name) (save-buffer))
    (dap-debug (list :type "sonde" :request "launch" :name "Sonde"))))

(defun sonde-attach (pid)
  "Attach to the process with the number PID."
  (interactive "nProcess: ")
  (dap-debug (list :type "sonde" :request "attach" :name "Sonde" :pid pid)))

(defun sonde-join (session)
  "Join a SESSION that another client holds."
  (interactive (list (sonde-pick-session)))
  (dap-debug (list :type "sonde" :request "attach" :name "Sonde" :session session)))

(defun sonde-pause ()
  "Pause the program."
  (interactive)
  (dap-stop-thread-1 (dap--cur-session) 1))

(defalias 'sonde-stop #'dap-disconnect)
(defalias 'sonde-toggle-breakpoint #'dap-breakpoint-toggle)
(defalias 'sonde-next #'dap-next)
(defalias 'sonde-step-in #'dap-step-in)
(defalias 'sonde-step-out #'dap-step-out)
`;
