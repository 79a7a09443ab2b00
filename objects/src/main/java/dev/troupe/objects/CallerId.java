package dev.troupe.objects;

/// The origin of a call: the program itself, one run of a task, or an actor. The calls of one caller to an actor keep their order; different
/// callers never wait for each other. A thread that user code starts belongs to the caller that started it.
public final class CallerId {}
