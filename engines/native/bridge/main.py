"""Runs the bridge until the other end goes away; then nothing of the session is left behind."""

import os
import signal
import sys
import threading
import traceback

import lldb

from .channel import Channel
from .failure import Refused
from .session import Session
from . import events, hold, motions
from .requests import STARTS, TABLE

_OVER = (lldb.eStateExited, lldb.eStateDetached)
# LLDB's ways to end a program wait for whoever is just asking it something, who may be waiting for them; in the end, nothing of us
# outlives the other end for long.
_SECONDS_FOR_OTHERS, _SECONDS_AT_MOST = 1, 5
# They end the session, so that nothing may keep them waiting.
_LAST = ("kill", "detach")


def run(descriptor):
    try:
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    except ValueError:
        pass
    channel = Channel(descriptor)
    session = Session(channel)
    threading.Thread(target=_work, args=(session,), name="sonde requests", daemon=True).start()
    channel.send({"event": "ready", "version": lldb.SBDebugger.GetVersionString(), "python": sys.version})
    try:
        while True:
            message = channel.receive()
            if message is None or message.get("do") == "quit":
                return
            if message["do"] in _LAST:
                session.pending.end_all()
            if not _at_once(session, message) and not _moved(session, message):
                session.pending.put(message)
    except OSError:
        # The other end does not listen any more.
        return
    finally:
        session.pending.end_all()
        _end(session)


def _at_once(session, message):
    """What must not wait behind a request that takes long."""
    if message["do"] == "taken":
        session.streams.output[message["stream"]].taken(message["count"])
        return True
    if message["do"] == "cancel":
        session.pending.cancel(message["request"])
        return True
    if message["do"] == "pause":
        if session.process is not None:
            motions.pause(session)
        return True
    return False


def _moved(session, message):
    """A motion, begun here and now where nothing is in its way: to wake up another thread for it would make it slower."""
    if message["do"] != "resume" or not session.pending.is_idle() or not session.lock.acquire(blocking=False):
        return False
    try:
        with session.pending.under_way(message):
            _answer(session, message, keep=True)
    finally:
        session.lock.release()
    return True


def _work(session):
    while True:
        message = session.pending.next()
        with session.pending.under_way(message):
            try:
                _answer(session, message)
            except OSError:
                # The other end is gone; the reader notices too and ends everything.
                return


def _answer(session, message, keep=False):
    """`keep`: the reader sends the answer to a motion when no stop comes close behind it."""
    with session.lock:
        try:
            session.pending.check()
            belongs_to_stop, perform = TABLE[message["do"]]
            if belongs_to_stop:
                session.need_stop(message["stop"])
            answer = {"id": message["id"], "result": perform(session, message)}
        except Refused as refused:
            answer = {"id": message["id"], "failed": refused.to_wire()}
        except Exception as error:  # A mistake of ours must not leave the asker waiting.
            trace = traceback.format_exc(limit=-3)
            refused = Refused("internal", "sonde", f"the LLDB bridge failed: {error!r}", trace)
            answer = {"id": message["id"], "failed": refused.to_wire()}
        session.announce(answer, keep and session.moving and "result" in answer)
        # A stop is told after the answer to the request that led to it, never before.
        while session.after_answer:
            session.after_answer.pop(0)()
        if message["do"] in STARTS and "result" in answer:
            events.start(session)


def _end(session):
    last_resort = threading.Timer(_SECONDS_AT_MOST, os._exit, (0,))
    last_resort.daemon = True
    last_resort.start()
    session.lock.acquire(timeout=_SECONDS_FOR_OTHERS)
    try:
        if session.terminal is not None:
            session.terminal.discard()
        if session.streams is not None:
            session.streams.discard()
        process = session.process
        if process is None and session.target is not None:
            # It may just be starting.
            process = session.target.GetProcess()
        if process is not None and process.IsValid() and not session.left and process.GetState() not in _OVER:
            hold.let_go(session, process)
    finally:
        # Not the ordinary way out: LLDB's own ending waits for threads that may be waiting for us.
        os._exit(0)
